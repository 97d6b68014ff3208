import type { IncomingMessage } from 'node:http';

/** Whether the peer is on this machine. It may be a proxy that forwards for others. */
export function isFromLoopback({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

/** Takes a name or address without a port. */
export function isLoopbackName(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(name);
}

/**
 * Whether a `Host` header names this machine by a loopback name. A page whose name resolves to 127.0.0.1 (DNS
 * rebinding) sends its own name.
 */
export function isLoopbackHost(host = ''): boolean {
  const { name, address } =
    /^(?:\[(?<address>[^\]]+)\]|(?<name>[^:]+))(?::\d{1,5})?$/.exec(host)?.groups ?? {};
  return name === undefined ? address === '::1' : isLoopbackName(name);
}
