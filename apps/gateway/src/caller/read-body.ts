import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { OutturnError } from '@outturn/service';

/**
 * The body of a request as text, for all surfaces; straight from Node's stream, which is the quickest way. Rejects with
 * `Invalid Request` for a compressed one and past `limit` bytes, whatever the headers claim, and `Invalid JSON` for bytes
 * that are not UTF-8.
 */
export function readBody(incoming: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const { 'content-encoding': encoding = 'identity' } = incoming.headers;
    if (encoding.toLowerCase() !== 'identity') return reject(compressed());
    if (Number(incoming.headers['content-length'] ?? 0) > limit) return reject(tooLarge(limit));
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      // What follows is read and dropped, and what there is goes now rather than with the connection.
      chunks.length = 0;
      reject(tooLarge(limit));
    });
    incoming.on('end', () => {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      if (isUtf8(bytes)) resolve(bytes.toString('utf8'));
      else reject(new OutturnError('Invalid JSON', { message: 'The request body is not valid UTF-8.' }));
    });
    incoming.on('error', reject);
    incoming.on('close', () => {
      // Every request is closed in the end; an error for each, with its stack, would cost more than the reading.
      if (!incoming.readableEnded)
        reject(new OutturnError('Invalid Request', { message: 'The body ended early.' }));
    });
  });
}

function compressed(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: 'The body has a Content-Encoding. Send it uncompressed, without that header.',
  });
}

function tooLarge(limit: number): OutturnError {
  return new OutturnError('Invalid Request', {
    message: `The request body is larger than ${limit / 1024} KiB. Send fewer or smaller records at a time.`,
  });
}
