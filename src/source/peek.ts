/** The beginning of a stream, and all of it. */
export interface Peeked {
  readonly head: string;
  /** The stream's chunks from the first on, once. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

const enough = 100_000;

/** Reads as much of a stream as tells what is in it. */
export async function peek(stream: AsyncIterable<Uint8Array | string>): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let isDone = false;
  for (let size = 0; size < enough && !isDone; ) {
    const { value, done } = await iterator.next();
    isDone = done === true;
    if (isDone) break;
    first.push(toBuffer(value));
    size += first.at(-1)?.length ?? 0;
  }
  const head = Buffer.concat(first).subarray(0, enough).toString('utf8');
  return { head, chunks: goOn(first, isDone ? null : iterator) };
}

async function* goOn(first: readonly Buffer[], iterator: AsyncIterator<Uint8Array | string> | null): AsyncIterable<Uint8Array> {
  yield* first;
  if (iterator === null) return;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield toBuffer(next.value);
}

/** All of the stream. */
export async function readRest({ chunks }: Peeked): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

function toBuffer(chunk: Uint8Array | string): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
