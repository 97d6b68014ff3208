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

/** In characters; host names have at most 253, but headers up to 16 KiB. */
const MAX_SHOWN = 300;

export function ownOrigin(incoming: IncomingMessage, { publicUrl, trustedProxies }: Known): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { host = 'localhost', 'x-forwarded-proto': protocol } = incoming.headers;
  if (trustedProxies > 0) return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  // DNS rebinding: see `isLoopbackHost`.
  if (isFromLoopback(incoming) && !isLoopbackHost(host))
    return `http://localhost:${incoming.socket.localPort}`;
  return `http://${host}`;
}

/** Pages can set neither header. Browsers omit `Sec-Fetch-Site` on plain HTTP, and `Origin` in navigations. */
export function isSameOrigin(incoming: IncomingMessage, options: Known): boolean {
  const site = incoming.headers['sec-fetch-site'];
  const { origin } = incoming.headers;
  if (origin !== undefined && origin !== ownOrigin(incoming, options)) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}

/** Returns the error message for a foreign origin. It explains `PUBLIC_URL`, which operators of TLS proxies must set. */
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

/** Falls back to `Referer`, as better-auth does. */
function pageOrigin({ headers: { origin, referer } }: IncomingMessage): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}
