import type { ServerOptions } from 'node:http';

const second = 1_000;

/** Clients that make no progress reading a response for this long are disconnected. */
export const RESPONSE_TIMEOUT = 15 * second;

/** Disconnects slow clients within 20 seconds, except for event streams. docs/operations.md explains the figures. */
export const httpOptions: ServerOptions = {
  /** From the connection or the first byte to the end of the headers. */
  headersTimeout: 10 * second,
  /** From the first byte to the end of the body. The largest body needs 4.5 Mbit/s. */
  requestTimeout: 15 * second,
  /** Interval at which Node checks the two timeouts above. */
  connectionsCheckingInterval: second,
  /** Longer than the 60 seconds of load balancers, so that they close idle connections first. */
  keepAliveTimeout: 72 * second,
  /** Request line and all headers together, in bytes. */
  maxHeaderSize: 16 * 1024,
  /** TCP keep-alive detects lost clients of event streams. */
  keepAlive: true,
  keepAliveInitialDelay: 60 * second,
  // Node's own response to a missing Host has no body; host-header.ts answers instead.
  requireHostHeader: false,
};

/** Connections beyond this are closed immediately, because a process without file descriptors can do nothing. */
export const MAX_CONNECTIONS = 10_000;

/**
 * Accept queue, capped by `net.core.somaxconn`. Node's default of 511 is too small for reconnects after a restart; dropped
 * clients retry after 1, 3 and 7 seconds.
 */
export const BACKLOG = 4096;
