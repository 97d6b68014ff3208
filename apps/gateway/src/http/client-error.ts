import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { OutturnError } from '@outturn/service';
import { errorBody } from './error-body.ts';
import type { OpenAnswers } from './open-answers.ts';
import { requestIdOf } from './request-id.ts';

/** Closed at once, a connection with unread bytes is reset, and the answer lost; left open, it stays for as long as the peer likes. */
const LINGER = 1_000;

/** Connections that get no more answers than those under way. */
const ending = new WeakSet<Duplex>();

/**
 * Answers what is not HTTP, or does not arrive in time, like everything else: in the form of its surface, and in its turn. The
 * requests before it on the same connection get their own answers first.
 */
export function answerClientError(error: Error, socket: Duplex, answers: OpenAnswers): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const told = explain(error);
  const open = answers.on(socket);
  const last = open.at(-1);
  // Of a request whose body is broken, the handler is still waiting: it is answered here.
  const broken = last && !last.req.complete ? last : undefined;
  // It is told the same, before Node tells it that the request was aborted, which nobody could tell from a fault of ours.
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

/** What a request that cannot be read is told. */
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

/** As text: for what cannot be read there is no response object. The request is known once its headers were read. */
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
