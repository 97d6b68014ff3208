import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';

/** For rate limits. IPv6 addresses are reduced to their /64 network, which one client controls completely. */
export function addressOf(incoming: IncomingMessage, trustedProxies: number): string {
  const peer = incoming.socket.remoteAddress ?? 'unknown';
  return networkOf(trustedProxies === 0 ? peer : (forwardedFor(incoming, trustedProxies) ?? peer));
}

/** Trusted proxies append one address each; clients can forge those before. */
function forwardedFor({ headers }: IncomingMessage, trustedProxies: number): string | undefined {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  // Some proxies add a port, and brackets around IPv6.
  const [, bracketed, plain] =
    /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(hops.at(-trustedProxies)?.trim() ?? '') ?? [];
  const address = bracketed ?? plain ?? hops.at(-trustedProxies)?.trim() ?? '';
  return isIP(address) === 0 ? undefined : address;
}

function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  // SocketAddress returns the short form.
  const [head = '', tail] = new SocketAddress({ family: 'ipv6', address: plain }).address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = 8 - groups.length - (tail?.split(':').filter((group) => group !== '').length ?? 0);
  const all = tail === undefined ? groups : [...groups, ...Array(missing).fill('0'), ...tail.split(':')];
  return `${all.slice(0, 4).join(':')}::/64`;
}
