import type { Context } from 'hono';
import { acceptedEncoding, type Bytes, compress, type Encoding } from './compression.ts';
import { once } from './once.ts';

type Headers = Readonly<Record<string, string>>;

export type ContentOptions = {
  headers: Headers;
  make: () => Bytes | string | Promise<Bytes | string>;
  /** Returns undefined if the encoding is not smaller. */
  encode?: (encoding: Encoding, plain: Bytes) => Promise<Bytes | undefined>;
};

type Variant = { bytes: Bytes; tag: string; headers: Headers };

/** Generated, hashed and compressed once per encoding, on first request. */
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

  /** After a failure, the next request tries again. */
  async answer(c: Context): Promise<Response> {
    const encoding = acceptedEncoding(c.req.header('accept-encoding')) ?? 'identity';
    const { bytes, tag, headers } = await this.#variants[encoding]();
    const known = c.req.header('if-none-match');
    if (known === '*' || known?.includes(tag)) return c.body(null, 304, headers);
    if (c.req.method !== 'HEAD') return c.body(bytes, 200, headers);
    return c.body(null, 200, { ...headers, 'Content-Length': String(bytes.length) });
  }
}

async function toVariant(bytes: Bytes, headers: Headers): Promise<Variant> {
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url');
  const tag = `"${hash.slice(0, 22)}"`;
  return { bytes, tag, headers: { ...headers, ETag: tag } };
}

function toBytes(content: Bytes | string): Bytes {
  return typeof content === 'string' ? Buffer.from(content) : content;
}
