/** One event of a stream of server-sent events. Source: the HTML standard, "Server-sent events". */
export type StreamEvent = { event: string; id: string | undefined; data: string };

/** An open stream of events. */
export type EventStream = {
  response: Response;
  /** The next event, without comments; undefined at the end of the stream. */
  next(): Promise<StreamEvent | undefined>;
  close(): void;
};

/** Opens a stream; `response` explains a failure. */
export async function openStream(url: string, init: RequestInit = {}): Promise<EventStream> {
  const closing = new AbortController();
  const headers = { ...init.headers, accept: 'text/event-stream' };
  const response = await fetch(url, { ...init, headers, signal: closing.signal });
  const events = readEvents(response);
  return {
    response,
    next: async () => (await events.next()).value ?? undefined,
    close: () => closing.abort(),
  };
}

async function* readEvents({ body }: Response): AsyncGenerator<StreamEvent> {
  if (!body) return;
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.search(/\n\n/); end >= 0; end = text.search(/\n\n/)) {
      const event = toEvent(text.slice(0, end));
      text = text.slice(end + 2);
      if (event) yield event;
    }
  }
}

function toEvent(block: string): StreamEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name && value !== undefined) fields.set(name, value);
  }
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return { event: fields.get('event') ?? 'message', id: fields.get('id'), data };
}
