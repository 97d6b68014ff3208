import { describe, expect, test, vi } from 'vitest';
import { OutturnTimeoutError } from '../errors.ts';
import { after, busy, created, useScriptedRecorders } from './recorder.fixture.ts';

const recorderOf = useScriptedRecorders();

describe('a batch is given up', () => {
  test('after five minutes, with the full queue behind it', async () => {
    const { recorder, record, failures, requests } = recorderOf(() => 'hang');

    record(10_000);
    const flushed = recorder.flush();
    expect(await after(299_000, flushed)).toBe('open');
    expect(await after(1_001, flushed)).toMatchObject({ recorded: 0, lost: 10_000, pending: 0 });
    expect(failures).toHaveLength(10_000);
    expect(failures.at(-1)?.error).toBeInstanceOf(OutturnTimeoutError);
    expect(new Set(requests)).toEqual(new Set([500]));
    expect(requests.length).toBeLessThan(15);
  });

  test('after `maxAge`, and later records have their own time', async () => {
    let isAway = true;
    const { recorder, record } = recorderOf((items) => (isAway ? 'hang' : created(items)), {
      maxAge: 10_000,
    });

    record(1);
    expect(await after(9_000, recorder.flush())).toBe('open');
    record(1);
    const second = recorder.flush();
    expect(await after(5_000, second)).toBe('open');
    isAway = false;
    expect(await after(40_000, second)).toMatchObject({ recorded: 0, lost: 2 });
    record(1);
    expect(await after(1_000, recorder.flush())).toEqual({ recorded: 1, lost: 0 });
  });

  test('only if the server does not answer: a slow server gets all that waited', async () => {
    const slowly = (items: object[]) =>
      new Promise<Response>((resolve) => {
        setTimeout(() => resolve(created(items)), 20_000);
      });
    const { recorder, record } = recorderOf(slowly, { maxBatch: 1, maxAge: 30_000 });

    record(10);
    expect(await after(200_000, recorder.flush())).toEqual({ recorded: 10, lost: 0 });
  });

  test('only after an attempt, if `flushInterval` is longer than `maxAge`', async () => {
    let isAway = true;
    const { recorder, record } = recorderOf((items) => (isAway ? 'hang' : created(items)), {
      maxAge: 10_000,
      flushInterval: 60_000,
    });

    record(1);
    expect(await after(10_000, recorder.flush())).toMatchObject({ lost: 1 });
    isAway = false;
    record(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await recorder.flush()).toEqual({ recorded: 1, lost: 0 });
  });

  test('with its youngest record, so that no new record is lost with an old one', async () => {
    let isAway = true;
    const { recorder, record, failures } = recorderOf((items) => (isAway ? 'hang' : created(items)), {
      maxAge: 10_000,
    });

    record(1);
    recorder.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    record(1);
    await vi.advanceTimersByTimeAsync(8_000);
    record(1);
    const flushed = recorder.flush();
    expect(await after(5_000, flushed)).toBe('open');
    expect(failures).toHaveLength(1);
    isAway = false;
    expect(await after(40_000, flushed)).toMatchObject({ recorded: 0, lost: 3 });
    record(1);
    expect(await after(1_000, recorder.flush())).toEqual({ recorded: 1, lost: 0 });
  });

  test('without those behind it, if the server answers, but fails on one of its records', async () => {
    const { recorder, record, failures, requests } = recorderOf(
      (items) => {
        const results = items.map((item) =>
          'name' in item ? { status: 'rejected', error: { code: 'Server Error' } } : { status: 'created' },
        );
        const isFailed = results.every(({ status }) => status === 'rejected');
        return isFailed ? Response.json({}, { status: 500 }) : Response.json({ results });
      },
      { maxBatch: 10 },
    );

    record(5);
    recorder.record('events', { type: 'llm.call', name: 'poison' });
    record(100);
    expect(await after(302_000, recorder.flush())).toMatchObject({ recorded: 105, lost: 1 });
    expect(failures).toMatchObject([{ item: { name: 'poison' } }]);
    expect(requests[0]).toBe(10);
  });

  test.each([
    ['is tried again after a `Retry-After` of less than `maxAge`', '200', { recorded: 1_200, lost: 0 }],
    ['is given up at a longer `Retry-After`', '301', { recorded: 0, lost: 1_200 }],
  ])('%s', async (_, wait, counts) => {
    const start = performance.now();
    const { recorder, record } = recorderOf((items) =>
      performance.now() - start < 150_000
        ? Response.json({}, { status: 503, headers: { 'retry-after': wait } })
        : created(items),
    );

    record(1_200);
    expect(await after(220_000, recorder.flush())).toMatchObject(counts);
  });

  test('not while a server answers 429 for a minute', async () => {
    const start = performance.now();
    const { recorder, record } = recorderOf((items) =>
      performance.now() - start < 60_000 ? busy() : created(items),
    );

    record(1_200);
    const flushed = recorder.flush();
    expect(await after(59_000, flushed)).toBe('open');
    expect(await after(15_000, flushed)).toEqual({ recorded: 1_200, lost: 0 });
  });
});

test.each([0, -1, Number.NaN])('a `maxAge` of %d is refused', (maxAge) => {
  expect(() => recorderOf(created, { maxAge })).toThrow('maxAge must be more than 0');
});
