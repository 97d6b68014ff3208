import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { OutturnError } from '@outturn/service';
import { type BodyShare, UNCOUNTED } from './body-budget.ts';
import { BodyBuffer } from './body-buffer.ts';

/**
 * Node's stream is faster than the Fetch API. Rejects compressed bodies, bodies over `limit` bytes or not in UTF-8, and if
 * `share` is exhausted.
 */
export function readBody(incoming: IncomingMessage, limit: number, share?: BodyShare): Promise<string> {
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
    // Later chunks are dropped; the memory is released immediately.
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
      if (isUtf8(bytes)) resolve(bytes.toString('utf8'));
      else reject(new OutturnError('Invalid JSON', { message: 'The request body is not valid UTF-8.' }));
    });
    incoming.on('error', reject);
    incoming.on('close', () => {
      giveBack();
      // Every request closes; an error for complete ones would be costly.
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

function tooMuch(): OutturnError {
  const message = 'Too many large bodies are being sent at once. Retry after a second.';
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 });
}
