import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { OutturnError } from '@outturn/service';
import { BodyBuffer } from './body-buffer.ts';
import { type MemoryShare, UNCOUNTED } from './traffic-memory.ts';

/**
 * Reads the body as text. Rejects a compressed body, one of more than `limit` bytes or not in UTF-8, and any body
 * while the memory of its developer's `share` is used up.
 *
 * It reads the stream of Node.js, which is faster than the body of the Fetch API.
 */
export function readBody(incoming: IncomingMessage, limit: number, share?: MemoryShare): Promise<string> {
  return new Promise((resolve, reject) => {
    const { 'content-encoding': encoding = 'identity' } = incoming.headers;
    if (encoding.toLowerCase() !== 'identity') return reject(compressed());
    if (Number(incoming.headers['content-length'] ?? 0) > limit) return reject(tooLarge(limit));
    const body = new BodyBuffer(limit);
    let taken = 0;
    let isRefused = false;
    const giveBack = () => {
      if (taken > 0) share?.giveBack(taken);
      taken = 0;
    };
    // The memory is released at once; chunks that arrive later are dropped.
    const refuse = (error: OutturnError) => {
      isRefused = true;
      body.release();
      giveBack();
      reject(error);
    };
    incoming.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      if (body.size + chunk.length > limit) return refuse(tooLarge(limit));
      body.add(chunk);
      const more = body.capacity - UNCOUNTED - taken;
      if (!share || more <= 0) return;
      if (!share.take(more)) return refuse(tooMuch());
      taken += more;
    });
    incoming.on('end', () => {
      const { bytes } = body;
      if (isUtf8(bytes)) resolve(bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0));
      else reject(new OutturnError('Invalid JSON', { message: 'The request body is not valid UTF-8.' }));
    });
    incoming.on('error', reject);
    incoming.on('close', () => {
      giveBack();
      // Every request closes. The error is made only for a body that is not complete, because making one is
      // expensive.
      if (!incoming.readableEnded)
        reject(new OutturnError('Invalid Request', { message: 'The body ended early.' }));
    });
  });
}

/** Some programs begin UTF-8 with a byte order mark, which is no part of the text (RFC 8259, section 8.1). */
function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
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

function tooMuch(): OutturnError {
  const message =
    'Too many large bodies are being sent, or answers not yet read, at once. Retry after a second.';
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 });
}
