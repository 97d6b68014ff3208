import { expect, test, vi } from 'vitest';
import { breakableStream } from './breakable-stream.ts';

function open() {
  const { promise: broken, resolve: breakOff } = Promise.withResolvers<void>();
  const cancel = vi.fn();
  const { promise: started, resolve: start } = Promise.withResolvers<ReadableStreamDefaultController>();
  const body = new ReadableStream<Uint8Array>({ start, cancel });
  const reader = breakableStream(body, broken).getReader();
  return { broken, breakOff, cancel, body: started, reader };
}

const part = Uint8Array.of(1);

test('a stream passes on its parts and its end', async () => {
  const { body, breakOff, reader } = open();
  (await body).enqueue(part);
  expect(await reader.read()).toEqual({ done: false, value: part });
  (await body).close();
  expect(await reader.read()).toMatchObject({ done: true });
  breakOff();
  await reader.closed;
});

test('a stream that is broken off ends while its next part is pending', async () => {
  const { breakOff, cancel, reader } = open();
  const pending = reader.read();
  breakOff();
  expect(await pending).toMatchObject({ done: true });
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
});

test('a stream keeps its error when it is broken off later', async () => {
  const { body, breakOff, reader } = open();
  const error = new Error('lost');
  (await body).error(error);
  await expect(reader.read()).rejects.toBe(error);
  breakOff();
  await expect(reader.closed).rejects.toBe(error);
});

test('the memory of a stream does not grow with its parts', async () => {
  const { broken, body, reader } = open();
  const reactions = vi.spyOn(broken, 'then');
  for (let i = 0; i < 100; i++) {
    (await body).enqueue(part);
    await reader.read();
  }
  expect(reactions).not.toHaveBeenCalled();
});
