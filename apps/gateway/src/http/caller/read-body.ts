import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { type HeldBody, OutturnError, type UnreadableBody } from '@outturn/service';
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
      if (!incoming.readableEnded) reject(endedEarly());
    });
  });
}

/** For how long a body waits for memory before it is refused, in milliseconds: some exporters never retry. */
const PATIENCE = 5_000;

/**
 * Reads a body of telemetry, compressed or not. The decompressed bytes are counted in the share of the developer until they are
 * released. While there is no room, it stops reading, for five seconds at most.
 */
export async function readBytes(
  incoming: IncomingMessage,
  limit: number,
  share: MemoryShare | undefined,
): Promise<HeldBody | UnreadableBody> {
  const { 'content-encoding': encoding = 'identity' } = incoming.headers;
  const decoded = decoderOf(encoding.toLowerCase(), incoming);
  if (!decoded) return 'unknown encoding';
  const deadline = Date.now() + PATIENCE;
  const body = new BodyBuffer(limit);
  let taken = 0;
  const release = () => {
    body.release();
    if (taken > 0) share?.giveBack(taken);
    taken = 0;
  };
  try {
    for await (const chunk of decoded) {
      if (body.size + chunk.length > limit) {
        release();
        return 'too large';
      }
      const more = body.capacityFor(chunk.length) - UNCOUNTED - taken;
      if (share && more > 0) {
        await takeInTime(share, more, deadline);
        taken += more;
      }
      body.add(chunk);
    }
    return { bytes: body.bytes, release };
  } catch (cause) {
    release();
    if (cause instanceof OutturnError) throw cause;
    if (isOfZlib(cause)) return 'broken';
    throw endedEarly();
  } finally {
    // The rest of a body that is refused is dropped: the next request of the connection comes behind it.
    incoming.unpipe();
    incoming.resume();
  }
}

/** The chunks of the body. A reader that stops early leaves the request as it is, so that it can still be answered. */
function decoderOf(encoding: string, incoming: IncomingMessage): AsyncIterable<Buffer> | undefined {
  if (encoding === 'identity') return incoming.iterator({ destroyOnReturn: false });
  if (encoding !== 'gzip') return undefined;
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // A request that breaks off ends the decompression, and reaches its reader as an error.
  incoming.on('error', (cause) => gunzip.destroy(cause));
  incoming.once('close', () => {
    if (!incoming.readableEnded) gunzip.destroy(endedEarly());
  });
  return incoming.pipe(gunzip);
}

/** Such as `Z_DATA_ERROR`. */
function isOfZlib(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_');
}

async function takeInTime(share: MemoryShare, bytes: number, deadline: number): Promise<void> {
  for (; !share.take(bytes); await sleep(50)) if (Date.now() > deadline) throw tooMuch();
}

function endedEarly(): OutturnError {
  return new OutturnError('Invalid Request', { message: 'The body ended early.' });
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
