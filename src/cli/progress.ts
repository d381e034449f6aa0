import type { Output } from './streams.ts';

/** One line that says what a long run is at, written over and over, and gone at the end. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

const pauseMs = 100;
const erase = '\r\u001b[K';

/** Shows nothing before `delayMs`, and nothing at all where nobody watches. */
export function startProgress(stream: Output, delayMs = 1000): Progress {
  if (stream.isTTY !== true) return { show: () => {}, clear: () => {} };
  let text = '';
  let next = performance.now() + delayMs;
  let isDrawn = false;
  const draw = (): void => {
    if (text === '') return;
    stream.write(`${erase}${text.slice(0, (stream.columns ?? 80) - 1)}`);
    isDrawn = true;
    next = performance.now() + pauseMs;
  };
  const timer = setTimeout(draw, delayMs);
  timer.unref();
  return {
    show(latest) {
      text = latest;
      if (performance.now() >= next) draw();
    },
    clear() {
      clearTimeout(timer);
      if (isDrawn) stream.write(erase);
    },
  };
}
