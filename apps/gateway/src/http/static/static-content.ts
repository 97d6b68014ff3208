import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { once } from './once.ts';

export type Encoding = 'br' | 'gzip';
export type Bytes = Buffer<ArrayBuffer>;
type Headers = Readonly<Record<string, string>>;

export type ContentOptions = {
  /** Headers of every answer. */
  headers: Headers;
  make: () => Bytes | string | Promise<Bytes | string>;
  /** Returns the content in an encoding, or undefined where that is not smaller. By default, it is compressed here. */
  encode?: (encoding: Encoding, plain: Bytes) => Promise<Bytes | undefined>;
};

/** The content in one encoding, with all headers of its answers. */
type Variant = { bytes: Bytes; tag: string; headers: Headers };

/** The best first. A weight of 0 declines an encoding. */
const accepted: readonly [Encoding, RegExp][] = [
  ['br', /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/],
  ['gzip', /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/],
];

/**
 * Content that is the same for every caller. The first request makes it, hashes it and compresses it once for each encoding;
 * concurrent requests share the work, which runs in threads of Node.js.
 */
export class StaticContent {
  readonly #variants: Readonly<Record<Encoding | 'identity', () => Promise<Variant>>>;

  constructor({ headers, make, encode = compress }: ContentOptions) {
    const vary = [...(headers.Vary === undefined ? [] : [headers.Vary]), 'Accept-Encoding'].join(', ');
    const shared = { ...headers, Vary: vary };
    const plain = once(async () => toBytes(await make()));
    const identity = once(async () => toVariant(await plain(), shared));
    const encoded = (encoding: Encoding) =>
      once(async () => {
        const bytes = await encode(encoding, await plain());
        return bytes ? toVariant(bytes, { ...shared, 'Content-Encoding': encoding }) : identity();
      });
    this.#variants = { identity, br: encoded('br'), gzip: encoded('gzip') };
  }

  /** Answers GET, HEAD and conditional requests. Rejects when the content cannot be made; the next request tries again. */
  async answer(c: Context): Promise<Response> {
    const encodings = c.req.header('accept-encoding') ?? '';
    const encoding = accepted.find(([, pattern]) => pattern.test(encodings))?.[0] ?? 'identity';
    const { bytes, tag, headers } = await this.#variants[encoding]();
    const known = c.req.header('if-none-match');
    if (known === '*' || known?.includes(tag)) return c.body(null, 304, headers);
    if (c.req.method !== 'HEAD') return c.body(bytes, 200, headers);
    return c.body(null, 200, { ...headers, 'Content-Length': String(bytes.length) });
  }
}

/** Smallest content that is compressed, in bytes; a packet carries less anyway. */
const LEAST_COMPRESSED = 1_400;

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
/** As fast as gzip, and a fifth smaller. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function compress(encoding: Encoding, plain: Bytes): Promise<Bytes | undefined> {
  if (plain.length < LEAST_COMPRESSED) return undefined;
  return encoding === 'br' ? inBrotli(plain, brotliOptions) : inGzip(plain);
}

async function toVariant(bytes: Bytes, headers: Headers): Promise<Variant> {
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url');
  const tag = `"${hash.slice(0, 22)}"`;
  return { bytes, tag, headers: { ...headers, ETag: tag } };
}

function toBytes(content: Bytes | string): Bytes {
  return typeof content === 'string' ? Buffer.from(content) : content;
}
