/** Statements in flight at once: what one waits for, the server does while others are read. */
const lanes = 12;

/** Does some work for each item, in their order and a few at a time. */
export async function inLanes<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const left = items.entries();
  const run = async (): Promise<void> => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: lanes }, run));
}
