// Events that our server sends rarely or never, from a small tRPC server that sends them at once.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutturnClient, type OutturnClientOptions } from '@outturn/client';
import { initTRPC, TRPCError, tracked } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { afterAll, expect, test } from 'vitest';
import { untyped } from '../support/drivers/driver.ts';
import { failureOf } from '../support/failure-of.ts';

type Input = { lastEventId?: string } | undefined;
type Source = (input: Input, signal: AbortSignal | undefined) => AsyncGenerator<unknown>;

const close: (() => void)[] = [];
afterAll(() => {
  for (const end of close) end();
});

/** A server whose `records.live` is this source; returns its reader, and the inputs that the source received. */
async function serve(source: Source, options: Partial<OutturnClientOptions> = {}) {
  const client = { reconnectAfterInactivityMs: 300 };
  const t = initTRPC.create({
    sse: { client },
    errorFormatter: ({ shape }) => ({
      ...shape,
      data: { ...shape.data, error: shape.data.httpStatus === 500 ? 'Server Error' : 'Forbidden' },
    }),
  });
  const inputs: Input[] = [];
  const live = t.procedure
    .input((input) => input as Input)
    .subscription(({ input, signal }) => {
      inputs.push(input);
      return source(input, signal);
    });
  const router = t.router({ records: t.router({ live }) });
  const server = createServer(createHTTPHandler({ router, basePath: '/trpc/' }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { records } = createOutturnClient({ url, apiKey: 'x', ...options });
  const read = async (count: number, input: object = {}) => {
    const events: unknown[] = [];
    for await (const event of records.live.subscribe(untyped(input)))
      if (events.push(untyped(event)) === count) break;
    return events;
  };
  return { read, inputs };
}

const events = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ id: `e${from + i}`, data: from + i }));
/** Numbers from where the input says; `end` decides what happens after three. */
const threes = (end: (next: number, signal: AbortSignal | undefined) => Promise<void>): Source =>
  async function* (input, signal) {
    const first = Number(input?.lastEventId?.slice(1) ?? -1) + 1;
    for (let i = first; i < first + 3; i++) yield tracked(`e${i}`, i);
    await end(first + 3, signal);
  };

test.concurrent('a silent connection is closed and reopened', async () => {
  const silent = threes(
    (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
  );
  const { read, inputs } = await serve(silent);

  expect(await read(7)).toEqual(events(0, 7));
  expect(inputs).toEqual([{}, { lastEventId: 'e2' }, { lastEventId: 'e5' }]);
});

test.concurrent('a server that fails in the middle, or announces its stop, is asked again', async () => {
  const failing = threes(async (next) => {
    if (next === 3) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR' });
  });
  const { read, inputs } = await serve(failing);

  expect(await read(7)).toEqual(events(0, 7));
  expect(inputs).toHaveLength(3);
});

test.concurrent('a refusal in the middle is final, and follows the events before it', async () => {
  const refusing = threes(async () => {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'enough' });
  });
  const seen: unknown[] = [];
  const { read } = await serve(async function* (input, signal) {
    for await (const event of refusing(input, signal)) {
      seen.push(event);
      yield event;
    }
  });

  expect(await failureOf(read(7))).toMatchObject({ code: 'Forbidden', status: 403, message: 'enough' });
  expect(seen).toHaveLength(3);
});

test.concurrent('a position from the caller is used until there is a later one', async () => {
  const { read, inputs } = await serve(threes(async () => undefined));

  expect(await read(4, { lastEventId: 'e9' })).toEqual(events(10, 14));
  expect(inputs).toEqual([{ lastEventId: 'e9' }, { lastEventId: 'e12' }]);
});

test.concurrent('a server that fails each time is asked at growing intervals', async () => {
  const delays: number[] = [];
  const failing: Source = () => {
    throw new TRPCError({ code: delays.length < 4 ? 'INTERNAL_SERVER_ERROR' : 'FORBIDDEN' });
  };
  const { read } = await serve(failing, { onRetry: ({ delay }) => delays.push(delay) });

  expect(await failureOf(read(1))).toMatchObject({ code: 'Forbidden' });
  expect(delays).toHaveLength(4);
  for (const [i, delay] of delays.entries()) {
    expect(delay).toBeGreaterThanOrEqual(125 * 2 ** i);
    expect(delay).toBeLessThanOrEqual(250 * 2 ** i);
  }
});
