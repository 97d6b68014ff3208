/**
 * Passes bytes on and throws at the first that are not UTF-8. A file in another encoding would otherwise be recorded
 * with replacement characters in its names, for good.
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
    throw new Error(`The file is not UTF-8 text (behind byte ${offset}). Save it as UTF-8.`);
  }
}
