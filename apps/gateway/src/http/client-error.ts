import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { OutturnError } from '@outturn/service';
import { errorBody } from './error-body.ts';
import type { OpenResponses } from './open-responses.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Milliseconds before the connection is closed. If it were closed at once while bytes of the client are unread, the
 * client would get a reset instead of the response.
 */
const LINGER = 1_000;

const ending = new WeakSet<Duplex>();

/**
 * Answers what Node.js cannot read as a request, or what took too long to arrive: in the error format of the surface,
 * and after the responses to earlier requests on the same connection.
 *
 * If the headers were read and the body is broken, the application is waiting for this body and cannot answer. The
 * response is then sent here, and the request ends with the same error.
 */
export function answerClientError(error: Error, socket: Duplex, responses: OpenResponses): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const told = explain(error);
  const open = responses.on(socket);
  const last = open.at(-1);
  // The last request of the connection, if its body is not complete.
  const broken = last && !last.req.complete ? last : undefined;
  // Node.js would otherwise end the request with an aborted connection, which the log would show as an error of the
  // server.
  if (broken) socket.prependOnceListener('close', () => broken.req.destroy(told));
  const before = broken ? open.at(-2) : last;
  const answer = () => {
    if (!socket.writable) return;
    if (broken?.headersSent) return void socket.destroy();
    socket.end(rawAnswer(told, broken?.req));
    setTimeout(() => socket.destroy(), LINGER).unref();
  };
  if (before) before.once('close', answer);
  else answer();
}

export function notHttp(): OutturnError {
  return new OutturnError('Invalid Request', { message: 'The request is not valid HTTP.' });
}

function explain(error: Error): OutturnError {
  const message = 'code' in error ? messages[String(error.code)] : undefined;
  return message === undefined ? notHttp() : new OutturnError('Invalid Request', { message });
}

const messages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are too large: at most 16 KiB together with the path.',
  ERR_HTTP_REQUEST_TIMEOUT:
    'The request took too long to arrive. Send its headers within 10 seconds and all of it within 15.',
};

/**
 * The bytes of a response, because an unreadable request has no response object. `request` is set if its headers were
 * read.
 */
function rawAnswer(error: OutturnError, request: IncomingMessage | undefined): string {
  const { type, text } = errorBody(error, request);
  return [
    'HTTP/1.1 400 Bad Request',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(request ? [`X-Request-Id: ${requestIdOf(request)}`] : []),
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}
