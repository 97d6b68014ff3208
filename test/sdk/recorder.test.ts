import { Outturn, OutturnApiError, OutturnConnectionError } from '@outturn/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { namesOf, revenue, useRecorders } from './recorders.ts';

const gateway = useGateway();
const newRecorder = useRecorders();
/** In milliseconds, and more than setTimeout takes, which would fire at once. */
const MONTH = 30 * 86_400_000;

describe('records are sent together', () => {
  test('in one request per kind, in their order', async () => {
    const { outturn, recorder, failures, batches } = await newRecorder({ flushInterval: 60_000 });

    const [first] = [
      recorder.record('revenues', revenue),
      recorder.record('outcomes', { value: '2' }),
      recorder.record('goals', { goalKey: 'signup' }),
      ...['a', 'b', 'c'].map((name) => recorder.record('events', { type: 'llm.call', name })),
    ];
    await recorder.flush();

    expect(await first).toEqual({
      status: 'created',
      record: (await outturn.revenues.list().page()).items[0],
    });
    expect(await namesOf(outturn)).toEqual(['a', 'b', 'c']);
    expect(batches()).toBe(4);
    expect(failures).toEqual([]);
    await recorder.close();
  });

  test('and the error of a record of the future reaches onError, with its field', async () => {
    const { outturn, recorder, failures } = await newRecorder();

    const refused = recorder.record('revenues', { ...revenue, recordedAt: '9999-01-15T10:30:00.000Z' });
    const accepted = recorder.record('revenues', revenue);
    const details = [{ field: 'recordedAt', message: expect.stringContaining('a day in the future') }];
    await expect(refused).rejects.toMatchObject({ code: 'Invalid Request', details });
    await expect(recorder.close()).rejects.toMatchObject({ recorded: 1, lost: 1 });

    expect(failures).toMatchObject([{ error: { details } }]);
    expect((await outturn.revenues.list().page()).items).toEqual([(await accepted).record]);
  });

  test('as soon as a batch is full', async () => {
    const { recorder, batches } = await newRecorder({ flushInterval: 60_000, maxBatch: 3 });

    const all = Array.from({ length: 7 }, () => recorder.record('goals', { goalKey: 'signup' }));
    await Promise.all(all.slice(0, 6));
    expect(batches()).toBe(2);
    await recorder.close();
    expect(batches()).toBe(3);
  });

  test('after an interval, however few they are', async () => {
    const { recorder, batches } = await newRecorder({ flushInterval: 50 });

    await recorder.record('revenues', revenue);
    await recorder.record('revenues', revenue);
    expect(batches()).toBe(2);
    await recorder.close();
  });

  test.each([[MONTH], [Number.POSITIVE_INFINITY]])(
    'on flush, before an interval of %d ms ends',
    async (flushInterval) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const { recorder, batches } = await newRecorder({ flushInterval });

      const recorded = recorder.record('goals', { goalKey: 'resolved', agentKey: 'a' });
      await vi.advanceTimersByTimeAsync(86_400_000);
      expect(batches()).toBe(0);
      vi.useRealTimers();
      await recorder.close();
      expect(await recorded).toMatchObject({ status: 'created' });
      expect(batches()).toBe(1);
    },
  );

  test('in bodies below the limits of proxies', async () => {
    const { recorder, failures, batches } = await newRecorder({ flushInterval: 60_000 });

    const description = 'ü'.repeat(5_000);
    for (let i = 0; i < 100; i++) recorder.record('revenues', { ...revenue, description });
    await recorder.close();
    expect(batches()).toBe(2);
    expect(failures).toEqual([]);
  });
});

describe.concurrent('every record is settled', () => {
  test('as created, replayed or rejected, to its promise and to onError', async () => {
    const { recorder, failures } = await newRecorder();

    const keyed = { ...revenue, idempotencyKey: 'order-1' };
    const results = [keyed, keyed, { ...keyed, amount: '2' }, { ...revenue, agentKey: '' }].map((item) =>
      recorder.record('revenues', item),
    );
    await expect(recorder.flush()).rejects.toMatchObject({ recorded: 2, lost: 2, pending: 0 });

    expect(await Promise.allSettled(results)).toMatchObject([
      { value: { status: 'created', record: { amount: '1.00' } } },
      { value: { status: 'replayed', record: { amount: '1.00' } } },
      { reason: { code: 'Idempotency Key Reused', status: 400 } },
      { reason: { code: 'Invalid Request', details: [{ field: 'agentKey' }] } },
    ]);
    expect(failures).toMatchObject([
      {
        kind: 'revenues',
        item: { amount: '2', idempotencyKey: 'order-1' },
        error: OutturnApiError.prototype,
      },
      { kind: 'revenues', item: { agentKey: '', idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) } },
    ]);
    await recorder.close();
  });

  test('when the server has no room for part of a batch, which alone is sent again', async () => {
    const { outturn, recorder, failures, batches } = await newRecorder({}, ['reject half']);

    const results = ['a', 'b', 'c'].map((name) => recorder.record('events', { type: 'llm.call', name }));
    await recorder.close();
    // A second attempt at a recorded one would be a replay.
    expect((await Promise.all(results)).map(({ status }) => status)).toEqual(results.map(() => 'created'));
    expect(await namesOf(outturn)).toEqual(['a', 'c', 'b']);
    expect(batches()).toBe(2);
    expect(failures).toEqual([]);
  });

  test('when the server is busy, no sooner than its Retry-After', async () => {
    const { token } = await mintKey();
    const sentAt: number[] = [];
    const busyOnce: typeof fetch = async (input, init) => {
      if (sentAt.push(performance.now()) > 1) return fetch(input, init);
      const results = [{ status: 'rejected', error: { code: 'Server Error', message: 'No room.' } }];
      return Response.json({ results }, { headers: { 'retry-after': '1' } });
    };
    const recorder = new Outturn({ apiKey: token, baseUrl: gateway.url, fetch: busyOnce }).recorder();

    const recorded = recorder.record('revenues', revenue);
    await recorder.close();
    expect(await recorded).toMatchObject({ status: 'created' });
    const [first = 0, second = 0] = sentAt;
    expect(second - first).toBeGreaterThanOrEqual(1_000);
  });

  test('when the server stays away, with an error that allows a retry without duplicates', async () => {
    const { outturn, recorder, failures } = await newRecorder({ retries: 1, timeout: 1_000 }, [
      'hang',
      'reset',
    ]);

    const lost = recorder.record('events', { type: 'llm.call', name: 'a' });
    await expect(recorder.flush()).rejects.toMatchObject({ recorded: 0, lost: 1 });
    await expect(lost).rejects.toThrow(OutturnConnectionError);
    expect(failures).toMatchObject([{ kind: 'events', item: { name: 'a', occurredAt: expect.any(String) } }]);

    // The record had arrived before the answer was lost.
    expect(await namesOf(outturn)).toEqual(['a']);
    const [again] = failures.map(({ kind, item }) => recorder.record(kind, item));
    expect(await recorder.flush()).toEqual({ recorded: 1, lost: 0 });
    expect(await again).toMatchObject({ status: 'replayed' });
    expect(await namesOf(outturn)).toEqual(['a']);
    await recorder.close();
  });

  test('as it was given, although its object changes later', async () => {
    const { outturn, recorder } = await newRecorder({ flushInterval: 60_000 });

    const item = { type: 'llm.call', metadata: { step: 1 } };
    const before = Date.now();
    recorder.record('events', item);
    const after = Date.now();
    item.metadata.step = 2;
    await waitUntil('time has passed', () => Date.now() > after + 20);
    await recorder.close();
    const [event] = (await outturn.events.list().page()).items;
    expect(event).toMatchObject({ metadata: { step: 1 } });
    // Its time is when it was made, not when it was sent.
    expect(Date.parse(event?.occurredAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(Date.parse(event?.occurredAt ?? '')).toBeLessThanOrEqual(after);
  });
});
