import { createServer, type Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { toWireError } from '@outturn/rest';
import type { Hono } from 'hono';
import { answerClientError, notHttp } from './client-error.ts';
import { hasValidHost, refuseHost } from './host-header.ts';
import { BACKLOG, httpOptions, MAX_CONNECTIONS } from './limits.ts';
import { type OnAnswered, OpenAnswers } from './open-answers.ts';

/** A listening server. `close` stops accepting and resolves when every request in flight is answered. */
export type RunningServer = { port: number; close(): Promise<void> };

/** Listens. Rejects with a clear error when the address is taken. */
export async function listenHttp(
  // biome-ignore lint/suspicious/noExplicitAny: the server does not care which variables an application sets.
  app: Hono<any>,
  { port, host, onAnswered }: { port: number; host: string; onAnswered?: OnAnswered },
): Promise<RunningServer> {
  const server = await new Promise<Server>((resolve, reject) => {
    // The host of a request that names none, as in HTTP/1.0. What we listen on may be no host of a URL, as IPv6 is.
    const listener = getRequestListener(app.fetch, { hostname: 'localhost', errorHandler: answerUnreadable });
    const starting = createServer(httpOptions, (request, response) =>
      hasValidHost(request) ? listener(request, response) : refuseHost(request, response),
    );
    // Otherwise workers that are all full would hand a connection round for ever.
    Object.assign(starting, { maxConnections: MAX_CONNECTIONS, dropMaxConnection: true });
    starting.on('checkExpectation', (request, response) => starting.emit('request', request, response));
    starting.listen({ port, host, backlog: BACKLOG }, () => resolve(starting));
    starting.once('error', (error) => reject(whyNot(error, { port, host })));
  });
  const answers = new OpenAnswers(server, onAnswered);
  server.on('clientError', (error, socket) => answerClientError(error, socket, answers));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => closeInOrder(server, answers),
  };
}

/** Which setting the system refuses, in its words. */
function whyNot(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
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

/** How long a connection that fell silent may stay after the end was called, in milliseconds. */
const LAST_WORD = 250;

/**
 * Closes without failing a request. Nobody new is let in; what is in flight, and what comes next on a connection that is
 * there, is answered and told to be the last on it, so that a client that keeps its connection knows. Node's own `close`
 * would at once close those that are between two requests, under the next one. Who has been silent meanwhile is closed.
 */
function closeInOrder(server: Server, answers: OpenAnswers): Promise<void> {
  answers.letEachBeLast();
  let sweep: NodeJS.Timeout | undefined;
  const last = setTimeout(() => {
    sweep = setInterval(() => server.closeIdleConnections(), 50);
  }, LAST_WORD);
  return new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(last);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** A request whose target or host cannot be read never reaches the application. */
function answerUnreadable(error: unknown): Response {
  const shown = error instanceof RequestError ? notHttp() : error;
  const body = toWireError(shown, 'UNKNOWN', '/');
  return Response.json(body, { status: body.status });
}
