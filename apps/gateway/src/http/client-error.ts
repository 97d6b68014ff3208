import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { OutturnError } from '@outturn/service';
import { errorBody } from './error-body.ts';
import type { OpenResponses } from './open-responses.ts';
import { requestIdOf } from './request-id.ts';

/** In milliseconds. Closing immediately would lose the response if bytes are unread. */
const LINGER = 1_000;

const ending = new WeakSet<Duplex>();

/** Uses the format of the surface, and waits for the responses to earlier requests on the connection. */
export function answerClientError(error: Error, socket: Duplex, responses: OpenResponses): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const told = explain(error);
  const open = responses.on(socket);
  const last = open.at(-1);
  // The handler of a broken body waits for it, so the response is sent here.
  const broken = last && !last.req.complete ? last : undefined;
  // Otherwise Node would report an abort, which looks like a server error.
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

/** Unreadable requests have no response object. `request` is set if its headers were parsed. */
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
