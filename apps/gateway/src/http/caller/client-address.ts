import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';

/**
 * Who is at the other end, as a limit counts it. Behind trusted proxies it is the last address that none of them added,
 * if that is one; otherwise the peer. An IPv6 address stands for its network of 64 bits, all of which one client has.
 */
export function addressOf(incoming: IncomingMessage, trustedProxies: number): string {
  const peer = incoming.socket.remoteAddress ?? 'unknown';
  return networkOf(trustedProxies === 0 ? peer : (forwardedFor(incoming, trustedProxies) ?? peer));
}

/** Each proxy appends the address that it was called from, so that what a client claims stands before those. */
function forwardedFor({ headers }: IncomingMessage, trustedProxies: number): string | undefined {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  // Some proxies add the port, and brackets around IPv6.
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
  // Written as short as can be; the network is the first four groups.
  const [head = '', tail] = new SocketAddress({ family: 'ipv6', address: plain }).address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = 8 - groups.length - (tail?.split(':').filter((group) => group !== '').length ?? 0);
  const all = tail === undefined ? groups : [...groups, ...Array(missing).fill('0'), ...tail.split(':')];
  return `${all.slice(0, 4).join(':')}::/64`;
}
