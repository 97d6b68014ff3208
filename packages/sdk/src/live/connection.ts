import { eventStream, isEventStream, type StreamEvent } from '@outturn/transport';
import { OutturnApiError, OutturnConnectionError, OutturnTimeoutError } from '../errors.ts';
import { toApiError } from '../read-error.ts';
import {
  type Attempt,
  describe,
  describeAnswer,
  headersOf,
  noAnswer,
  type Request,
  type Server,
} from '../send-request.ts';

/** One connection, until it ends. Throws as `exchange` does, also where the server sends nothing for too long. */
export function connect(
  server: Server,
  request: Request,
  { timeout, signal, onRequest, onResponse }: Attempt,
): AsyncGenerator<StreamEvent, void, undefined> {
  const headers = headersOf(server, request, 'text/event-stream');
  const open = async (signal: AbortSignal) => {
    const { fetch } = server;
    onRequest?.(describe(request));
    const started = performance.now();
    const response = await fetch(server.url + request.path, { headers, redirect: 'manual', signal });
    onResponse?.(describeAnswer(request, response, started));
    if (!response.ok) throw toApiError(request, response, await response.text());
    if (!isEventStream(response))
      throw new OutturnConnectionError(`The answer of ${server.url} is not from Outturn`);
    return response.body as ReadableStream<Uint8Array>;
  };
  return eventStream(open, {
    timeout,
    signal,
    onSilence: (milliseconds) => new OutturnTimeoutError(`No data arrived within ${milliseconds} ms`),
    toError: (error) =>
      error instanceof OutturnApiError || error instanceof OutturnConnectionError
        ? error
        : noAnswer(server, error),
  });
}
