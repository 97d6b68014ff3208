import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { toWireError } from '@outturn/rest';
import { OutturnError } from '@outturn/service';
import type { Hono } from 'hono';

/** A listening server. `close` stops accepting and resolves when every request in flight is answered. */
export type RunningServer = { port: number; close(): Promise<void> };

/** Listens. Rejects with a clear error when the address is taken. */
export async function listenHttp(
  // biome-ignore lint/suspicious/noExplicitAny: the server does not care which variables an application sets.
  app: Hono<any>,
  { port, host }: { port: number; host: string },
): Promise<RunningServer> {
  const server = await new Promise<Server>((resolve, reject) => {
    const listener = getRequestListener(app.fetch, { hostname: host, errorHandler: answerUnreadable });
    // Node would answer a missing Host and an unknown Expect by itself, without a body.
    const starting = createServer({ requireHostHeader: false }, listener);
    starting.on('checkExpectation', (request, response) => starting.emit('request', request, response));
    starting.listen(port, host, () => resolve(starting));
    starting.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`Port ${port} is in use. Set PORT to another one.`) : error);
    });
  });
  server.on('clientError', answerClientError);
  const close = closeInOrder(server);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close,
  };
}

/**
 * Closes without failing a request: what is in flight is answered and told to be the last on its connection, so that a
 * client that keeps its connection knows, and connections that fell silent are closed.
 */
function closeInOrder(server: Server): () => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  let isClosing = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isClosing;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return () => {
    isClosing = true;
    for (const response of unanswered) response.shouldKeepAlive = false;
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    return new Promise((resolve) => {
      server.close(() => {
        clearInterval(sweep);
        resolve();
      });
    });
  };
}

/** A request whose target or host cannot be read never reaches the application. */
function answerUnreadable(error: unknown): Response {
  const shown = error instanceof RequestError ? notHttp() : error;
  const body = toWireError(shown, 'UNKNOWN', '/');
  return Response.json(body, { status: body.status });
}

/** What is not HTTP at all is answered like everything else: in the error object. */
function answerClientError(_error: Error, socket: Duplex): void {
  if (!socket.writable) return;
  const body = JSON.stringify(toWireError(notHttp(), 'UNKNOWN', '/'));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function notHttp(): OutturnError {
  return new OutturnError('Invalid Request', { message: 'The request is not valid HTTP.' });
}
