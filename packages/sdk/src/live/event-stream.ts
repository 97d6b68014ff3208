/** An event of a stream (Server-Sent Events). Fields that were not sent are undefined. */
export type StreamEvent = { event: string | undefined; id: string | undefined; data: string };

/** Reads a stream. The timer runs while it waits for more, and not while the reader is busy. */
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
    // A CR at the end may be the first half of a line break.
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

function withLine(fields: StreamEvent, line: string): StreamEvent {
  const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') return { ...fields, data: fields.data === '' ? value : `${fields.data}\n${value}` };
  return name === 'event' || name === 'id' ? { ...fields, [name]: value } : fields;
}
