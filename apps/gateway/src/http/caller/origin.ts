import type { IncomingMessage } from 'node:http';
import { isFromLoopback, isLoopbackHost } from '../loopback.ts';

export type OriginOptions = {
  /** Where clients reach this server, when that is known. */
  publicUrl: string | undefined;
  trustedProxies: number;
  /** Called for a foreign origin, which can also come of a wrong `PUBLIC_URL`. */
  onForeignOrigin: (refused: ForeignOrigin) => void;
};

type Known = Omit<OriginOptions, 'onForeignOrigin'>;

/** A request from a foreign or unknown page. */
export type ForeignOrigin = { path: string; sent: string; own: string; message: string };

/** A header may have 16 KiB; an origin has a host name of at most 253 characters. */
const LONGEST_SHOWN = 300;

/** The origin under which a browser knows this server: that of `PUBLIC_URL`, or the host that the request names. */
export function ownOrigin(incoming: IncomingMessage, { publicUrl, trustedProxies }: Known): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { host = 'localhost', 'x-forwarded-proto': protocol } = incoming.headers;
  if (trustedProxies > 0) return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  // A browser of this machine that calls us by another name may show an attacker's page: see `isLoopbackHost`.
  if (isFromLoopback(incoming) && !isLoopbackHost(host))
    return `http://localhost:${incoming.socket.localPort}`;
  return `http://${host}`;
}

/**
 * Whether a page of ours sent the request. Browsers say so themselves: `Sec-Fetch-Site`, or on plain HTTP the `Origin`
 * of everything but navigations. Neither can be set by a page.
 */
export function isSameOrigin(incoming: IncomingMessage, options: Known): boolean {
  const site = incoming.headers['sec-fetch-site'];
  const { origin } = incoming.headers;
  if (origin !== undefined && origin !== ownOrigin(incoming, options)) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}

/**
 * Says why the origin of a page is refused, and tells `onForeignOrigin`; undefined where the origin is ours or not sent. The
 * reader may be the operator of a proxy that ends TLS, who has set `PUBLIC_URL` wrongly or not at all.
 */
export function explainForeignOrigin(incoming: IncomingMessage, options: OriginOptions): string | undefined {
  const origin = pageOrigin(incoming);
  const known = ownOrigin(incoming, options);
  if (origin === undefined || origin === known) return undefined;
  const path = incoming.url?.split('?')[0] ?? '/';
  const [own = '', sent = '', shownPath = ''] = [known, origin, path].map((text) =>
    text.slice(0, LONGEST_SHOWN),
  );
  const message =
    options.publicUrl === undefined
      ? `PUBLIC_URL is not set, so this server takes its own address to be ${own}, but the browser sent ${sent}. Set PUBLIC_URL to the address at which people open the dashboard.`
      : `PUBLIC_URL is ${own}, but the browser sent ${sent}. Open the dashboard at ${own}, or set PUBLIC_URL to the address at which people open it.`;
  options.onForeignOrigin({ path: shownPath, sent, own, message });
  return message;
}

/** Without an `Origin`, better-auth takes the page's origin from the `Referer`. */
function pageOrigin({ headers: { origin, referer } }: IncomingMessage): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}
