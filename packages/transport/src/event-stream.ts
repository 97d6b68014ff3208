import { linkSignal } from './request.ts';
import { LONGEST_TIMER } from './retry.ts';

/** An event of a stream (Server-Sent Events). Fields that were not sent are undefined. */
export type StreamEvent = { event: string | undefined; id: string | undefined; data: string };

type Limits = {
  /**
   * Milliseconds for the connection and then for the first data. The server announces its own interval when the
   * stream begins.
   */
  timeout: number;
  signal: AbortSignal | undefined;
  /** Makes the error of a stream on which nothing has arrived for so long. */
  onSilence: (milliseconds: number) => Error;
  /** Turns an error of `open` or of the connection into the one that the reader of the stream gets. */
  toError: (error: unknown) => unknown;
};

/**
 * Yields the events of one connection of tRPC over SSE, until it ends or fails. Connecting again is left to the
 * caller.
 *
 * `open` requests the stream with `fetch`. `EventSource` of browsers cannot be used: it sends no headers, hides
 * errors, and connects again by itself. A server can disappear without closing the connection, so a timer ends a
 * stream on which nothing arrives. It stands still while the reader is busy with an event.
 */
export async function* eventStream(
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>,
  { timeout, signal, onSilence, toError }: Limits,
): AsyncGenerator<StreamEvent, void, undefined> {
  const controller = new AbortController();
  const unlink = linkSignal(controller, signal);
  let wait = timeout;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = setTimeout(() => controller.abort(onSilence(wait)), Math.min(wait, LONGEST_TIMER));
  };
  start();
  try {
    for await (const event of readEvents(await open(controller.signal), { start, stop })) {
      if (event.event === 'connected') wait = announcedSilence(event.data);
      yield event;
    }
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : toError(error);
  } finally {
    stop();
    unlink();
    controller.abort();
  }
}

export function isEventStream({ status, body, headers }: Response): boolean {
  return status === 200 && body !== null && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

/**
 * The first event says after how many milliseconds without data a client should connect again. Servers that send no
 * pings announce none.
 */
function announcedSilence(data: string): number {
  const { reconnectAfterInactivityMs } = JSON.parse(data) as { reconnectAfterInactivityMs?: number };
  return reconnectAfterInactivityMs ?? LONGEST_TIMER;
}

/** Reads the events of a stream. `timer` runs while this waits for data, and not while the reader is busy. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  timer: { start(): void; stop(): void },
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let fields = empty;
  for (;;) {
    timer.start();
    const { done, value } = await reader.read();
    timer.stop();
    if (done) return;
    // A carriage return at the end of a chunk may be the first half of a line break, so it is kept for the next one.
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') {
        fields = withLine(fields, line);
        continue;
      }
      if (fields.event !== undefined || fields.data !== '') yield fields;
      fields = empty;
    }
  }
}

const empty: StreamEvent = { event: undefined, id: undefined, data: '' };

/**
 * The fields of an event with one more line. Several lines of `data` are one text with line feeds; other fields than
 * these three are ignored.
 */
function withLine(fields: StreamEvent, line: string): StreamEvent {
  const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') return { ...fields, data: fields.data === '' ? value : `${fields.data}\n${value}` };
  return name === 'event' || name === 'id' ? { ...fields, [name]: value } : fields;
}
