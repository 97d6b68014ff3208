import type { IncomingMessage } from 'node:http';
import { isFromLoopback, isLoopbackHost } from '../loopback.ts';

export type OriginOptions = {
  publicUrl: string | undefined;
  trustedProxies: number;
  /** Called for a foreign origin; a wrong `PUBLIC_URL` is one cause. */
  onForeignOrigin: (refused: ForeignOrigin) => void;
};

type Known = Omit<OriginOptions, 'onForeignOrigin'>;

export type ForeignOrigin = { path: string; sent: string; own: string; message: string };

/** Characters of an origin in a message. Host names have at most 253, but a header may have 16 KiB. */
const MAX_SHOWN = 300;

/**
 * The origin of this server as browsers see it: that of `PUBLIC_URL` if it is set, and otherwise taken from the
 * request. A proxy that is trusted says which protocol the browser used.
 */
export function ownOrigin(incoming: IncomingMessage, { publicUrl, trustedProxies }: Known): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { host = 'localhost', 'x-forwarded-proto': protocol } = incoming.headers;
  if (trustedProxies > 0) return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  // A page of another site can reach this server under a name of its own that resolves to 127.0.0.1 (DNS rebinding),
  // and would be of the same origin. So from this machine only loopback names count as the own one.
  if (isFromLoopback(incoming) && !isLoopbackHost(host))
    return `http://localhost:${incoming.socket.localPort}`;
  return `http://${host}`;
}

/**
 * Whether a page of this server has sent the request. Pages can set neither `Origin` nor `Sec-Fetch-Site`. Browsers
 * leave the second out on plain HTTP, and the first in navigations; a request with neither is refused.
 */
export function isSameOrigin(incoming: IncomingMessage, options: Known): boolean {
  const site = incoming.headers['sec-fetch-site'];
  const { origin } = incoming.headers;
  if (origin !== undefined && origin !== ownOrigin(incoming, options)) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}

/**
 * The error message for a request from another origin, or undefined. It explains `PUBLIC_URL`, which must be set
 * behind a proxy that ends TLS: without it the own origin would be taken to be http, and no browser would match it.
 */
export function explainForeignOrigin(incoming: IncomingMessage, options: OriginOptions): string | undefined {
  const origin = pageOrigin(incoming);
  const known = ownOrigin(incoming, options);
  if (origin === undefined || origin === known) return undefined;
  const path = incoming.url?.split('?')[0] ?? '/';
  const [own = '', sent = '', shownPath = ''] = [known, origin, path].map((text) => text.slice(0, MAX_SHOWN));
  const message =
    options.publicUrl === undefined
      ? `PUBLIC_URL is not set, so this server takes its own address to be ${own}, but the browser sent ${sent}. Set PUBLIC_URL to the address at which people open the dashboard.`
      : `PUBLIC_URL is ${own}, but the browser sent ${sent}. Open the dashboard at ${own}, or set PUBLIC_URL to the address at which people open it.`;
  options.onForeignOrigin({ path: shownPath, sent, own, message });
  return message;
}

/** Without `Origin`, the origin of `Referer`, as better-auth does. */
function pageOrigin({ headers: { origin, referer } }: IncomingMessage): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}
