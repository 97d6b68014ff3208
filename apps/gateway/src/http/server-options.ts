import type { ServerOptions } from 'node:http';

const second = 1_000;

/** For clients that make no progress reading a response. */
export const RESPONSE_TIMEOUT = 15 * second;

/** Disconnects slow clients within 20 seconds, except for event streams. docs/operations.md explains the figures. */
export const httpOptions: ServerOptions = {
  /** From the connection or first byte. */
  headersTimeout: 10 * second,
  /** From the first byte; the largest body needs 4.5 Mbit/s. */
  requestTimeout: 15 * second,
  /** For the two timeouts above. */
  connectionsCheckingInterval: second,
  /** Load balancers should close idle connections first, usually after 60 s. */
  keepAliveTimeout: 72 * second,
  /** In bytes, with the request line. */
  maxHeaderSize: 16 * 1024,
  /** TCP keep-alive detects lost clients of event streams. */
  keepAlive: true,
  keepAliveInitialDelay: 60 * second,
  // Node's own response has no body; see host-header.ts.
  requireHostHeader: false,
};

/** Keeps file descriptors free, without which a process can do nothing. */
export const MAX_CONNECTIONS = 10_000;

/**
 * Capped by `net.core.somaxconn`. Node's default of 511 drops clients that reconnect after a restart; they retry after 1, 3
 * and 7 seconds.
 */
export const BACKLOG = 4096;
