import { LONGEST_TIMER } from '@outturn/retry';
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
import { readEvents, type StreamEvent } from './event-stream.ts';

/** One connection, until it ends. Throws as `exchange` does, also where the server sends nothing for too long. */
export async function* connect(
  server: Server,
  request: Request,
  { timeout, signal, onRequest, onResponse }: Attempt,
): AsyncGenerator<StreamEvent, void, undefined> {
  const headers = headersOf(server, request, 'text/event-stream');
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const idle = idleTimer(controller, timeout);
  try {
    const { fetch } = server;
    onRequest?.(describe(request));
    const started = performance.now();
    const init: RequestInit = { headers, redirect: 'manual', signal: controller.signal };
    const response = await fetch(server.url + request.path, init);
    onResponse?.(describeAnswer(request, response, started));
    if (!response.ok) throw toApiError(request, response, await response.text());
    if (!isEventStream(response))
      throw new OutturnConnectionError(`The answer of ${server.url} is not from Outturn`);
    for await (const event of readEvents(response.body as ReadableStream<Uint8Array>, idle)) {
      if (event.event === 'connected') idle.wait = idleTimeoutFrom(event.data);
      yield event;
    }
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof OutturnApiError || error instanceof OutturnConnectionError) throw error;
    throw noAnswer(server, error);
  } finally {
    idle.stop();
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}

/** The server may have disappeared without closing the connection. `wait` is in milliseconds. A slow reader is no reason. */
function idleTimer(controller: AbortController, wait: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const idle = {
    wait,
    stop,
    start() {
      stop();
      const onTimeout = () =>
        controller.abort(new OutturnTimeoutError(`No data arrived within ${idle.wait} ms`));
      timer = setTimeout(onTimeout, Math.min(idle.wait, LONGEST_TIMER));
    },
  };
  idle.start();
  return idle;
}

function isEventStream({ body, headers }: Response): boolean {
  return body !== null && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

/** Servers that send pings announce the longest silence. */
function idleTimeoutFrom(data: string): number {
  const { reconnectAfterInactivityMs } = JSON.parse(data) as { reconnectAfterInactivityMs?: number };
  return reconnectAfterInactivityMs ?? LONGEST_TIMER;
}
