import type { IncomingMessage, ServerResponse } from 'node:http';
import { OutturnError } from '@outturn/service';
import { errorBody } from './error-body.ts';
import { requestIdOf } from './request-id.ts';

/** Characters that are invalid in a host and port. */
const delimiter = /[\s/?#@\\]/;

/** Whether a request has exactly one Host header, which HTTP/1.0 may leave out (RFC 9112, section 3.2). */
export function hasValidHost({ rawHeaders, headers, httpVersion, url = '' }: IncomingMessage): boolean {
  let lines = 0;
  // `headers` has only the first of several, so the raw lines are counted.
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) lines++;
  if (lines !== 1) return lines === 0 && httpVersion === '1.0';
  // For a path, the listener itself checks the header, by joining both to a URL. With an absolute URL as the target
  // it ignores the header, which is therefore checked here.
  return url.startsWith('/') || !delimiter.test(headers.host ?? '');
}

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
