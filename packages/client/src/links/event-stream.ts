import { LONGEST_TIMER } from '@outturn/retry';
import { TRPCClientError } from '@trpc/client';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { isTrpcAnswer, parseOrUndefined, toClientError, toForeignError } from '../answer.ts';
import { OutturnClientError, OutturnConnectionError, OutturnTimeoutError } from '../errors.ts';
import { noAnswer, type Server } from '../exchange.ts';

/** One connection: for how long it may be silent, in milliseconds, and what ends it. */
export type Connection = { patience: number; signal: AbortSignal };

/**
 * The server-sent events of one connection. `fetch` rather than EventSource: it sends headers, knows why it was refused,
 * and leaves it to the caller when to come back. Throws the errors of {@link exchanging}; ends where the server ends it.
 */
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
  const watch = watching(controller, connection);
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
      watch.start();
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
    watch.stop();
    connection.signal.removeEventListener('abort', abort);
    controller.abort();
  }
}

/** Ends a connection that was silent for too long: the other end may be gone without a word. */
function watching(controller: AbortController, connection: Connection) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    const { patience } = connection;
    if (patience === Number.POSITIVE_INFINITY) return;
    const late = () => controller.abort(new OutturnTimeoutError(`Nothing was heard within ${patience} ms`));
    timer = setTimeout(late, Math.min(patience, LONGEST_TIMER));
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
