/** Chunks of bytes in UTF-8, whether they come so or in UTF-16 with a byte order mark, as PowerShell writes what it redirects. */
export async function* toUtf8(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let decoder: Decoder | null | undefined;
  let first: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes: Uint8Array = first.length > 0 ? Buffer.concat([first, chunk]) : chunk;
    first = new Uint8Array();
    if (decoder === undefined && bytes.length < 2) {
      first = bytes;
      continue;
    }
    if (decoder === undefined) decoder = decoderOf(bytes);
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (first.length > 0) yield first;
}

type Decoder = InstanceType<typeof TextDecoder>;

function decoderOf([one, other]: Uint8Array): Decoder | null {
  if (one === 0xff && other === 0xfe) return new TextDecoder('utf-16le');
  return one === 0xfe && other === 0xff ? new TextDecoder('utf-16be') : null;
}
