import { isUtf8 } from 'node:buffer';
import { OutturnError, type ReadText } from '@outturn/service';

/**
 * The body of a request as text, for all surfaces. Throws `Invalid Request` past `limit` bytes, whatever the headers
 * claim, and `Invalid JSON` for bytes that are not UTF-8.
 */
export const readText: ReadText = async (request, limit) => {
  const bytes = await readBytes(request, limit);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new OutturnError('Invalid JSON', { message: 'The request body is not valid UTF-8.' });
};

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > limit) throw tooLarge(limit);
  // Node reads no more than the length that the header declares.
  if (length !== null) return Buffer.from(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): OutturnError {
  return new OutturnError('Invalid Request', {
    message: `The request body is larger than ${limit / 1024} KiB. Send fewer or smaller records at a time.`,
  });
}
