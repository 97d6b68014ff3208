import type { IncomingMessage, ServerResponse } from 'node:http';
import { OutturnError } from '@outturn/service';
import { errorBody } from './error-body.ts';
import { requestIdOf } from './request-id.ts';

/** No host and no port has these. */
const delimiter = /[\s/?#@\\]/;

/** Whether a request names its host once. HTTP/1.0 need not name one. Source: RFC 9112, section 3.2. */
export function hasValidHost({ rawHeaders, headers, httpVersion, url = '' }: IncomingMessage): boolean {
  let lines = 0;
  // Node.js keeps the first of several lines in `headers`.
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) lines++;
  if (lines !== 1) return lines === 0 && httpVersion === '1.0';
  // An absolute URL is used without the header; any other target is joined to it and then checked.
  return url.startsWith('/') || !delimiter.test(headers.host ?? '');
}

/** Answers in the form of the request's surface, and closes the connection. */
export function refuseHost(request: IncomingMessage, response: ServerResponse): void {
  const message = 'A request must have one Host header, such as "Host: outturn.example.com".';
  const { type, text } = errorBody(new OutturnError('Invalid Request', { message }), request);
  response.writeHead(400, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': requestIdOf(request),
    Connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

function isHost(name: string | undefined): boolean {
  return name?.length === 4 && name.toLowerCase() === 'host';
}
