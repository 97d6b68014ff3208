import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OutturnTimeoutError } from '../errors.ts';
import { Outturn } from '../outturn.ts';
import type { RecorderFailure } from './loss-reporter.ts';
import type { Recorder, RecorderOptions } from './recorder.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.spyOn(console, 'error').mockReturnValue();
  await Promise.allSettled(open.splice(0).map((recorder) => recorder.close({ timeout: 0 })));
  vi.restoreAllMocks();
});

type Answer = Response | 'hang';
const open: Recorder[] = [];

/** A recorder whose requests get these answers. */
function recorderOf(answer: (items: object[]) => Answer, options: RecorderOptions = {}) {
  const failures: RecorderFailure[] = [];
  const requests: number[] = [];
  const fetching: typeof fetch = (_, init) => {
    const items = JSON.parse(String(init?.body));
    requests.push(items.length);
    const response = answer(items);
    if (response !== 'hang') return Promise.resolve(response);
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  };
  const outturn = new Outturn({ apiKey: 'ot_live_x', baseUrl: 'http://localhost', fetch: fetching });
  const recorder = outturn.recorder({ onError: (failure) => failures.push(failure), ...options });
  open.push(recorder);
  const record = (count: number) => {
    for (let i = 0; i < count; i++) recorder.record('events', { type: 'llm.call' });
  };
  return { recorder, record, failures, requests };
}

const created = (items: object[]) =>
  Response.json({ results: items.map(() => ({ status: 'created', record: {} })) });
const busy = () => Response.json({}, { status: 429, headers: { 'retry-after': '1' } });
const refused = () => Response.json({}, { status: 401 });

/** The result of a promise after some time. */
async function after<T>(milliseconds: number, promise: Promise<T>): Promise<T | 'open' | unknown> {
  let result: unknown = 'open';
  promise.then(
    (value) => {
      result = value;
    },
    (error) => {
      result = error;
    },
  );
  await vi.advanceTimersByTimeAsync(milliseconds);
  return result;
}

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
    const fetching: typeof fetch = (_, init) =>
      new Promise((resolve) => {
        setTimeout(() => resolve(created(JSON.parse(String(init?.body)))), 20_000);
      });
    const outturn = new Outturn({ apiKey: 'ot_live_x', baseUrl: 'http://localhost', fetch: fetching });
    const recorder = outturn.recorder({ maxBatch: 1, maxAge: 30_000 });
    open.push(recorder);

    for (let i = 0; i < 10; i++) recorder.record('events', { type: 'llm.call' });
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

describe('flush', () => {
  test('counts what was settled since the last flush', async () => {
    const answers = [created, refused, created];
    const { recorder, record } = recorderOf((items) => (answers.shift() ?? created)(items));

    record(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await after(0, recorder.flush())).toEqual({ recorded: 3, lost: 0 });
    record(2);
    expect(await after(0, recorder.flush())).toMatchObject({
      name: 'OutturnUnrecordedError',
      message: 'Records: 0 recorded, 2 lost, 0 not acknowledged in time',
      recorded: 0,
      lost: 2,
      cause: { status: 401 },
    });
    record(1);
    expect(await after(0, recorder.close())).toEqual({ recorded: 1, lost: 0 });
    expect(await after(0, recorder.close())).toEqual({ recorded: 0, lost: 0 });
  });

  test('rejects for each caller whose records were lost', async () => {
    const { recorder, record } = recorderOf(refused);

    record(1);
    const first = recorder.flush();
    const second = recorder.flush();
    await expect(first).rejects.toMatchObject({ lost: 1 });
    await expect(second).rejects.toMatchObject({ lost: 1 });
    expect(await recorder.flush()).toEqual({ recorded: 0, lost: 0 });
  });

  test.each([
    ['timeout', () => ({ timeout: 2_000 }), 'OutturnTimeoutError'],
    ['signal', () => ({ signal: signalAfter(2_000) }), 'AbortError'],
  ])('ends in time by its %s, and the records are still sent', async (_, options, name) => {
    let isAway = true;
    const { recorder, record, failures } = recorderOf((items) => (isAway ? 'hang' : created(items)));

    record(4);
    expect(await after(2_000, recorder.flush(options()))).toMatchObject({
      recorded: 0,
      lost: 0,
      pending: 4,
      cause: { name },
    });
    isAway = false;
    expect(await after(40_000, recorder.flush())).toEqual({ recorded: 4, lost: 0 });
    expect(failures).toEqual([]);
  });

  test('resolves in time if nothing is left', async () => {
    const { recorder } = recorderOf(created);

    expect(await recorder.flush({ signal: AbortSignal.abort(), timeout: 0 })).toEqual({
      recorded: 0,
      lost: 0,
    });
  });
});

function signalAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

describe('losses', () => {
  const unhandled = vi.fn();
  beforeEach(() => {
    unhandled.mockClear();
    process.on('unhandledRejection', unhandled);
  });
  afterEach(() => {
    process.off('unhandledRejection', unhandled);
  });
  const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

  test('are printed and reject the flush without an `onError`', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const { recorder, record } = recorderOf(refused, { onError: undefined });

    record(2);
    await expect(recorder.close()).rejects.toMatchObject({ recorded: 0, lost: 2 });
    expect(printed.mock.calls).toMatchObject([
      ['Outturn did not record', { kind: 'events', item: { type: 'llm.call' }, error: { status: 401 } }],
      ['Outturn did not record', { kind: 'events' }],
    ]);
  });

  test('end no process if their promises are ignored', async () => {
    const { recorder, record, failures } = recorderOf(refused);

    record(1);
    recorder.flush();
    recorder.close();
    await turnOfEventLoop();
    expect(failures).toHaveLength(1);
    expect(unhandled).not.toHaveBeenCalled();
  });

  const failing = new Error('thrown by onError');
  test.each([
    [
      'throws',
      () => {
        throw failing;
      },
    ],
    ['rejects', () => Promise.reject(failing)],
  ])('are printed if `onError` %s, which ends no process', async (_, onError) => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const { recorder, record } = recorderOf(refused, { onError });

    record(2);
    recorder.record('events', { type: 'llm.call', cost: Number.NaN });
    await expect(recorder.flush()).rejects.toMatchObject({ recorded: 0, lost: 3 });
    await turnOfEventLoop();
    expect(unhandled).not.toHaveBeenCalled();
    const messages = printed.mock.calls.map(([message]) => message);
    expect(messages.filter((message) => message === 'Outturn did not record')).toHaveLength(3);
    expect(printed).toHaveBeenCalledWith('onError of the Outturn recorder failed', failing);
  });

  test('include records that are no records at all', async () => {
    const { recorder, failures } = recorderOf(created);

    for (const item of [null, undefined]) recorder.record('events', item as never);
    await expect(recorder.close()).rejects.toMatchObject({ recorded: 0, lost: 2 });
    expect(failures).toMatchObject([
      { item: null, error: TypeError.prototype },
      { item: undefined, error: TypeError.prototype },
    ]);
  });

  test('are printed if `onError` tries to record them again in vain', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const { recorder } = recorderOf(() => 'hang', {
      maxQueue: 1,
      onError: ({ kind, item }) => void recorder.record(kind, item),
    });

    recorder.record('events', { type: 'llm.call' });
    recorder.record('events', { type: 'llm.call' });
    expect(printed.mock.calls).toMatchObject([
      ['Outturn did not record', { error: { name: 'OutturnQueueFullError' } }],
    ]);
  });
});

test.each([0, -1, Number.NaN])('a `maxAge` of %d is refused', (maxAge) => {
  expect(() => recorderOf(created, { maxAge })).toThrow('maxAge must be more than 0');
});

test('recorders share the listeners of their process, and the last one takes them away', async () => {
  const count = () => process.listenerCount('exit') + process.listenerCount('beforeExit');
  const before = count();
  const recorders = Array.from({ length: 12 }, () => recorderOf(created).recorder);
  expect(count()).toBe(before + 2);
  await Promise.all(recorders.map((recorder) => recorder.close()));
  expect(count()).toBe(before);
});
