import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';

/**
 * The address of the client, for rate limits. An IPv6 address becomes its /64 network, because a client can use every
 * address of its network. An IPv4 address in the form of IPv6 becomes the IPv4 address.
 */
export function addressOf(incoming: IncomingMessage, trustedProxies: number): string {
  const peer = incoming.socket.remoteAddress ?? 'unknown';
  return networkOf(trustedProxies === 0 ? peer : (forwardedFor(incoming, trustedProxies) ?? peer));
}

/**
 * The address that the outermost trusted proxy has seen. Each trusted proxy appends the address of its peer to
 * `X-Forwarded-For`; what stands before these entries comes from the client, who may write anything.
 */
function forwardedFor({ headers }: IncomingMessage, trustedProxies: number): string | undefined {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  // Some proxies append a port, and put an IPv6 address in brackets.
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
  // `SocketAddress` writes the short form, in which `::` stands for any number of zeros.
  const [head = '', tail] = new SocketAddress({ family: 'ipv6', address: plain }).address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = 8 - groups.length - (tail?.split(':').filter((group) => group !== '').length ?? 0);
  const all = tail === undefined ? groups : [...groups, ...Array(missing).fill('0'), ...tail.split(':')];
  return `${all.slice(0, 4).join(':')}::/64`;
}
