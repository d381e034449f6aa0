import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer, Ask, Examined, Judged, PlannerSettings } from './messages.ts';

/** A process that plans, beside that of the tests: test runners load modules in ways of their own, and one of them knows CommonJS only. */
export interface Planner {
  judge(ask: Omit<Extract<Ask, { kind: 'judge' }>, 'kind'>): Promise<Judged>;
  examine(ask: Omit<Extract<Ask, { kind: 'examine' }>, 'kind'>): Promise<Examined>;
  /** Ends it, and its server with it. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts it with the first thing that it is asked. What it cannot do is an Error that says what to mend. */
export function createPlanner(settings: PlannerSettings): Planner {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let asked = 0;
  const start = (): ChildProcess => {
    const file = fileURLToPath(new URL('./planner-process.js', import.meta.url));
    const { cwd = '.', ...given } = settings;
    const started = fork(file, [JSON.stringify({ ...given, cwd: resolve(cwd) })], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (answer: Answer) => {
      const { resolve: done, reject } = waiting.get(answer.id) ?? {};
      waiting.delete(answer.id);
      if ('fault' in answer) reject?.(new Error(answer.fault));
      else done?.(answer.result);
    });
    started.on('exit', () => {
      for (const { reject } of waiting.values()) reject(new Error('planlint: the process that plans has ended'));
      waiting.clear();
      child = null;
    });
    return started;
  };
  const ask = <Result>(what: Ask): Promise<Result> =>
    new Promise<Result>((done, reject) => {
      child ??= start();
      const id = asked++;
      waiting.set(id, { resolve: done as (result: unknown) => void, reject });
      child.send({ id, ...what });
    });
  return {
    judge: (what) => ask({ kind: 'judge', ...what }),
    examine: (what) => ask({ kind: 'examine', ...what }),
    close: () =>
      new Promise((done) => {
        if (child === null) return done();
        child.once('exit', () => done());
        child.disconnect();
      }),
  };
}
