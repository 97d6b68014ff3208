import { expect, test } from 'vitest';
import { readEvents, type StreamEvent } from './event-stream.ts';

/** The events of a stream that arrives in these chunks. */
async function eventsOf(chunks: (string | Uint8Array)[]): Promise<StreamEvent[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body, { start() {}, stop() {} })) events.push(event);
  return events;
}

const text =
  'event: connected\ndata: {"a":1}\n\n: remark\nid: 7\ndata: first\ndata:second ü\n\nevent: ping\ndata\n\n';
const events = [
  { event: 'connected', id: undefined, data: '{"a":1}' },
  { event: undefined, id: '7', data: 'first\nsecond ü' },
  { event: 'ping', id: undefined, data: '' },
];

test.each(['\n', '\r\n', '\r'])('events are separated by lines that end in %j', async (end) => {
  expect(await eventsOf([text.replaceAll('\n', end), end === '\r' ? ':\r' : ''])).toEqual(events);
});

test('events are the same wherever the chunks of a stream end', async () => {
  const bytes = new TextEncoder().encode(text.replaceAll('\n', '\r\n'));
  for (let at = 0; at <= bytes.length; at++)
    expect(await eventsOf([bytes.slice(0, at), bytes.slice(at)])).toEqual(events);
});

test('the timer of a stream stands still while its reader is busy', async () => {
  let isRunning = false;
  const timer = {
    start: () => {
      isRunning = true;
    },
    stop: () => {
      isRunning = false;
    },
  };
  const events = readEvents(new Blob([text]).stream(), timer);
  for await (const _ of events) expect(isRunning).toBe(false);
});

test('an event that is not complete at the end of a stream is dropped', async () => {
  expect(await eventsOf(['id: 1\ndata: a\n\nid: 2\ndata: b\n'])).toEqual([
    { event: undefined, id: '1', data: 'a' },
  ]);
});
