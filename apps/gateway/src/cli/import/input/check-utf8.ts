/**
 * Passes the chunks on. Throws at the first byte that is no UTF-8, which would otherwise be recorded permanently as a
 * replacement character.
 */
export async function* checkUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let offset = 0;
  try {
    for await (const chunk of chunks) {
      decoder.decode(chunk, { stream: true });
      yield chunk;
      offset += chunk.length;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(
      `The file is not UTF-8 text (after byte ${offset}). Save it as UTF-8, or pass its encoding, such as --encoding windows-1252.`,
    );
  }
}
