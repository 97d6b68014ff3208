import type { ServerOptions } from 'node:http';

const second = 1_000;

/** How long an answer may take to leave once it is there: whoever reads it more slowly is cut off. */
export const ANSWER_WITHIN = 15 * second;

/**
 * What a connection may cost, on purpose rather than by default. Whoever is slow, in sending a request or in reading its
 * answer, is gone within 20 seconds; event streams, which are answers that never end, stay. docs/operations.md explains
 * the figures.
 */
export const httpOptions: ServerOptions = {
  /** From the first byte, or from connecting, to the end of the headers. */
  headersTimeout: 10 * second,
  /** From the first byte to the end of the body. The largest body takes 4.5 Mbit/s. */
  requestTimeout: 15 * second,
  /** How often the two are looked at. */
  connectionsCheckingInterval: second,
  /** Between two requests: longer than load balancers wait (60 seconds), so that it is they who close. */
  keepAliveTimeout: 72 * second,
  /** Of the request line and all headers together. */
  maxHeaderSize: 16 * 1024,
  /** Finds out about peers that are gone without a word, behind event streams. */
  keepAlive: true,
  keepAliveInitialDelay: 60 * second,
  // Node would answer a missing Host and an unknown Expect by itself, without a body.
  requireHostHeader: false,
};

/** Past it, new connections are closed at once: a process that has no file descriptors left can do nothing at all. */
export const MAX_CONNECTIONS = 10_000;

/**
 * Connections that may wait to be accepted, if the system lets as many (`net.core.somaxconn`). It drops the others, and their
 * clients try again after one second, three and seven: Node's own 511 are fewer than come back at once after a restart.
 */
export const BACKLOG = 4096;
