import type { IncomingMessage } from 'node:http';

/** Whether the peer is a program of this machine: a browser, a scraper, or a proxy that speaks for others. */
export function isFromLoopback({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

/** Whether a name or address, without a port, stands for this machine itself. */
export function isLoopbackName(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(name);
}

/**
 * Whether a `Host` names this machine to itself. The page of a name that an attacker points to 127.0.0.1 (DNS rebinding)
 * also calls from this machine, but its browser sends the attacker's name.
 */
export function isLoopbackHost(host = ''): boolean {
  const { name, address } =
    /^(?:\[(?<address>[^\]]+)\]|(?<name>[^:]+))(?::\d{1,5})?$/.exec(host)?.groups ?? {};
  return name === undefined ? address === '::1' : isLoopbackName(name);
}
