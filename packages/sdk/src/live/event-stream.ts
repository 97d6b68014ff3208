/** An event of a stream (Server-Sent Events). Fields that were not sent are undefined. */
export type StreamEvent = { event: string | undefined; id: string | undefined; data: string };

/** Reads a stream; `beforeRead` is called before each wait for more. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  beforeRead: () => void,
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let fields: StreamEvent = { event: undefined, id: undefined, data: '' };
  for (;;) {
    beforeRead();
    const { done, value } = await reader.read();
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
      fields = { event: undefined, id: undefined, data: '' };
    }
  }
}

function withLine(fields: StreamEvent, line: string): StreamEvent {
  const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') return { ...fields, data: fields.data === '' ? value : `${fields.data}\n${value}` };
  return name === 'event' || name === 'id' ? { ...fields, [name]: value } : fields;
}
