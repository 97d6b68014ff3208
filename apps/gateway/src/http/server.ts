import { createServer, type Server } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { toWireError } from '@outturn/rest';
import type { Hono } from 'hono';
import { answerClientError, notHttp } from './client-error.ts';
import { explainListenError } from './explain-listen-error.ts';
import { hasValidHost, refuseHost } from './host-header.ts';
import { type OnAnswered, OpenResponses } from './open-responses.ts';
import { BACKLOG, httpOptions, MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS } from './server-options.ts';

/** `close` resolves when all requests have been answered. */
export type RunningServer = { port: number; close(): Promise<void> };

type ListenOptions = {
  port: number;
  host: string;
  /** Whether all clients come by a proxy, so that its address says nothing about them. */
  hasProxy?: boolean;
  onAnswered?: OnAnswered;
};

export async function listenHttp(
  // biome-ignore lint/suspicious/noExplicitAny: the server works with any variables of an application.
  app: Hono<any>,
  { port, host, hasProxy = false, onAnswered }: ListenOptions,
): Promise<RunningServer> {
  const server = await new Promise<Server>((resolve, reject) => {
    // `hostname` is used for requests of HTTP/1.0 without Host. The address that the server listens on, such as one
    // of IPv6, may be invalid in a URL.
    const listener = getRequestListener(app.fetch, { hostname: 'localhost', errorHandler: answerUnreadable });
    const starting = createServer(httpOptions, (request, response) =>
      responses.serveInTurn(request, response, () =>
        hasValidHost(request) ? listener(request, response) : refuseHost(request, response),
      ),
    );
    // Without `dropMaxConnection`, workers that are full would pass a connection to each other without end.
    Object.assign(starting, { maxConnections: MAX_CONNECTIONS, dropMaxConnection: true });
    // A request with an unknown `Expect` header is answered like any other.
    starting.on('checkExpectation', (request, response) => starting.emit('request', request, response));
    starting.listen({ port, host, backlog: BACKLOG }, () => resolve(starting));
    starting.once('error', (error) => reject(explainListenError(error, { port, host })));
  });
  if (!hasProxy) limitConnections(server);
  const responses = new OpenResponses(server, onAnswered);
  server.on('clientError', (error, socket) => answerClientError(error, socket, responses));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => closeGracefully(server, responses),
  };
}

function limitConnections(server: Server): void {
  const connections = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    const open = connections.get(address) ?? 0;
    connections.set(address, open + 1);
    if (open >= MAX_CONNECTIONS_PER_ADDRESS) socket.destroy();
    socket.once('close', () => {
      const left = (connections.get(address) ?? 0) - 1;
      if (left > 0) connections.set(address, left);
      else connections.delete(address);
    });
  });
}

/** Milliseconds for which idle connections are kept after the server has begun to close. */
const IDLE_GRACE = 250;

/**
 * Closes the server without losing a request. New connections are refused at once. Requests under way, and those that
 * still arrive on open connections, are answered with `Connection: close`. Idle connections are closed after a short
 * while, and not at once as by the `close` of Node.js: a request may be on its way on one of them.
 */
function closeGracefully(server: Server, responses: OpenResponses): Promise<void> {
  responses.disableKeepAlive();
  let sweep: NodeJS.Timeout | undefined;
  const last = setTimeout(() => {
    sweep = setInterval(() => server.closeIdleConnections(), 50);
  }, IDLE_GRACE);
  return new Promise((resolve) => {
    // The method of the TCP server: it stops listening, and leaves the connections alone.
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(last);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** For a request whose target or host cannot be read, so that it does not reach the application. */
function answerUnreadable(error: unknown): Response {
  const shown = error instanceof RequestError ? notHttp() : error;
  const body = toWireError(shown, 'UNKNOWN', '/');
  return Response.json(body, { status: body.status });
}
