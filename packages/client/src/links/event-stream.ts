import { LONGEST_TIMER } from '@outturn/retry';
import { TRPCClientError } from '@trpc/client';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { OutturnClientError, OutturnConnectionError, OutturnTimeoutError } from '../errors.ts';
import { noAnswer, type Server } from '../send-request.ts';
import { isTrpcAnswer, parseOrUndefined, toClientError, toForeignError } from '../to-client-error.ts';

/** `idleTimeout` is in milliseconds and can change while connected. */
export type Connection = { idleTimeout: number; signal: AbortSignal };

/** Uses `fetch`, because EventSource sends no headers, hides errors and reconnects by itself. */
export async function* eventStream(
  server: Server,
  url: string,
  connection: Connection,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const { fetch } = server;
  const controller = new AbortController();
  const abort = () => controller.abort(connection.signal.reason);
  if (connection.signal.aborted) abort();
  connection.signal.addEventListener('abort', abort, { once: true });
  const idle = idleTimer(controller, connection);
  try {
    const headers = { ...server.headers, accept: 'text/event-stream' };
    const init: RequestInit = { headers, cache: 'no-store', redirect: 'manual', signal: controller.signal };
    const response = await fetch(url, init);
    if (!response.body || !isEventStream(response)) throw await refusalOf(response, url);
    const events: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => events.push(event) });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      idle.start();
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof OutturnClientError || error instanceof OutturnConnectionError) throw error;
    throw noAnswer(server, error);
  } finally {
    idle.stop();
    connection.signal.removeEventListener('abort', abort);
    controller.abort();
  }
}

/** The server may have disappeared without closing the connection. */
function idleTimer(controller: AbortController, connection: Connection) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    const { idleTimeout } = connection;
    if (idleTimeout === Number.POSITIVE_INFINITY) return;
    const onTimeout = () =>
      controller.abort(new OutturnTimeoutError(`No data arrived within ${idleTimeout} ms`));
    timer = setTimeout(onTimeout, Math.min(idleTimeout, LONGEST_TIMER));
  };
  start();
  return { start, stop };
}

function isEventStream({ status, headers }: Response): boolean {
  return status === 200 && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

async function refusalOf(response: Response, url: string): Promise<unknown> {
  const { status, headers } = response;
  const json = parseOrUndefined(await response.text());
  if (!isTrpcAnswer(json)) return toForeignError(response, json, new URL(url).pathname);
  return toClientError(TRPCClientError.from(json as object, { meta: { response: { status, headers } } }));
}
