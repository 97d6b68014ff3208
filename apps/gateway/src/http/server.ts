import { createServer, type Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { toWireError } from '@outturn/rest';
import type { Hono } from 'hono';
import { answerClientError, notHttp } from './client-error.ts';
import { hasValidHost, refuseHost } from './host-header.ts';
import { type OnAnswered, OpenResponses } from './open-responses.ts';
import { BACKLOG, httpOptions, MAX_CONNECTIONS } from './server-options.ts';

/** `close` resolves when all requests are answered. */
export type RunningServer = { port: number; close(): Promise<void> };

export async function listenHttp(
  // biome-ignore lint/suspicious/noExplicitAny: the server works with any variables of an application.
  app: Hono<any>,
  { port, host, onAnswered }: { port: number; host: string; onAnswered?: OnAnswered },
): Promise<RunningServer> {
  const server = await new Promise<Server>((resolve, reject) => {
    // Used for HTTP/1.0 without Host. A listening address, such as IPv6, may be invalid in a URL.
    const listener = getRequestListener(app.fetch, { hostname: 'localhost', errorHandler: answerUnreadable });
    const starting = createServer(httpOptions, (request, response) =>
      hasValidHost(request) ? listener(request, response) : refuseHost(request, response),
    );
    // Without dropMaxConnection, full workers would pass a connection around forever.
    Object.assign(starting, { maxConnections: MAX_CONNECTIONS, dropMaxConnection: true });
    starting.on('checkExpectation', (request, response) => starting.emit('request', request, response));
    starting.listen({ port, host, backlog: BACKLOG }, () => resolve(starting));
    starting.once('error', (error) => reject(explainListenError(error, { port, host })));
  });
  const responses = new OpenResponses(server, onAnswered);
  server.on('clientError', (error, socket) => answerClientError(error, socket, responses));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => closeGracefully(server, responses),
  };
}

function explainListenError(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
): Error {
  const { code, syscall, message } = error;
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is in use. Set PORT to another one.`);
  if (code === 'EACCES')
    return new Error(`PORT ${port} cannot be used: ${message}. Set it to one that is not reserved for root.`);
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') {
    const remedy = 'Set it to an address of this machine, or to 0.0.0.0 for all of them.';
    return new Error(`HOST ${host} cannot be used: ${message}. ${remedy}`);
  }
  return error;
}

/** Grace period of idle connections, in milliseconds. */
const IDLE_GRACE = 250;

/**
 * Answers current and next requests with `Connection: close`, then closes idle connections. Node's own `close` would close
 * idle connections at once, on which a request may be arriving.
 */
function closeGracefully(server: Server, responses: OpenResponses): Promise<void> {
  responses.disableKeepAlive();
  let sweep: NodeJS.Timeout | undefined;
  const last = setTimeout(() => {
    sweep = setInterval(() => server.closeIdleConnections(), 50);
  }, IDLE_GRACE);
  return new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(last);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** For requests with an unreadable target or host, which do not reach the application. */
function answerUnreadable(error: unknown): Response {
  const shown = error instanceof RequestError ? notHttp() : error;
  const body = toWireError(shown, 'UNKNOWN', '/');
  return Response.json(body, { status: body.status });
}
