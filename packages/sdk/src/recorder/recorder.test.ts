import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { after, created, refused, useScriptedRecorders } from './recorder.fixture.ts';

const recorderOf = useScriptedRecorders();

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

  test.each(['agents', 'toString'])('include those of %s, which is no kind of record', async (kind) => {
    const { recorder, failures } = recorderOf(created);

    recorder.record(kind as 'events', { type: 'llm.call' });
    await expect(recorder.close()).rejects.toMatchObject({ recorded: 0, lost: 1 });
    expect(failures).toMatchObject([{ error: { message: `Unknown kind of records: ${kind}` } }]);
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

test('recorders share the listeners of their process, and the last one takes them away', async () => {
  const count = () => process.listenerCount('exit') + process.listenerCount('beforeExit');
  const before = count();
  const recorders = Array.from({ length: 12 }, () => recorderOf(created).recorder);
  expect(count()).toBe(before + 2);
  await Promise.all(recorders.map((recorder) => recorder.close()));
  expect(count()).toBe(before);
});
