import { isUtf8 } from 'node:buffer';
import { OutturnError } from '@outturn/service';

/** Largest body, in bytes: 1 MiB for one record, 8 MiB for a batch. */
export const bodyLimits = { single: 1024 ** 2, batch: 8 * 1024 ** 2 };

/**
 * The JSON body of a request. Throws `Invalid Request` for another content type or a body past `limit` bytes, and
 * `Invalid JSON` for text that is not JSON in UTF-8.
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw new OutturnError('Invalid Request', {
      message: 'The body must be JSON, sent with the header Content-Type: application/json.',
    });
  }
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) throw new OutturnError('Invalid JSON', { message: 'The request body is empty.' });
  if (!isUtf8(bytes))
    throw new OutturnError('Invalid JSON', { message: 'The request body is not valid UTF-8.' });
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new OutturnError('Invalid JSON');
  }
}

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > limit) throw tooLarge(limit);
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
    message: `The request body is larger than ${limit / 1024 ** 2} MiB. Send fewer or smaller records at a time.`,
  });
}
