const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs something before a signal ends this process, until the function that it gives is called. */
export function beforeSignal(action: () => void): () => void {
  const undo = (): void => {
    for (const signal of signals) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    undo();
    try {
      action();
    } finally {
      process.kill(process.pid, signal);
    }
  };
  for (const signal of signals) process.on(signal, end);
  return undo;
}
