import type { ServerOptions } from 'node:http';

const second = 1_000;

/** Milliseconds after which a client that reads nothing of its response is disconnected. */
export const RESPONSE_TIMEOUT = 15 * second;

/**
 * Ends the connections of clients that send or read too slowly, within 20 seconds, so that they cannot hold all of
 * them. Event streams are exempt. docs/scaling.md#connections-and-time explains the figures.
 */
export const httpOptions: ServerOptions = {
  /** Until the headers are complete, from the connection or from the first byte of a later request. */
  headersTimeout: 10 * second,
  /** Until the request is complete, from its first byte. The largest body then needs 4.5 Mbit/s. */
  requestTimeout: 15 * second,
  /** How often the two timeouts above are checked. */
  connectionsCheckingInterval: second,
  /**
   * Load balancers close idle connections, usually after 60 s, and must do so first: otherwise they may send a
   * request on a connection that is being closed.
   */
  keepAliveTimeout: 72 * second,
  /** In bytes, with the request line. */
  maxHeaderSize: 16 * 1024,
  /** TCP keep-alive finds out that the client of an event stream is gone. */
  keepAlive: true,
  keepAliveInitialDelay: 60 * second,
  // The response of Node.js to a request without Host has no body; host-header.ts answers it.
  requireHostHeader: false,
};

/** A limit keeps file descriptors free, without which a process can do nothing, such as connect to PostgreSQL. */
export const MAX_CONNECTIONS = 10_000;

/** A quarter of them, so that one client cannot take all. Those of a proxy, whose address all its clients share, are not counted. */
export const MAX_CONNECTIONS_PER_ADDRESS = MAX_CONNECTIONS / 4;

/** Requests that a client may send on a connection without waiting for the answers. */
export const MAX_PIPELINED = 16;

/**
 * Connections that may wait to be accepted; `net.core.somaxconn` limits it further. The default of Node.js, 511, is
 * too little when all clients reconnect after a restart: those beyond it are dropped, and try again after 1, 3 and 7
 * seconds.
 */
export const BACKLOG = 4096;
