import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  Outturn,
  OutturnQueueFullError,
  OutturnTimeoutError,
  OutturnUnrecordedError,
  type RecorderFailure,
} from '@outturn/sdk';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { failureOf } from '../support/failure-of.ts';
import { useFaultyProxies } from '../support/faulty-proxy.ts';
import { namesOf, revenue, useRecorders } from './recorders.ts';

const gateway = useGateway();
const newRecorder = useRecorders();
const proxy = useFaultyProxies();

describe('memory is bounded', () => {
  test('by refusing records until there is room', async () => {
    const { recorder, failures } = await newRecorder({ maxQueue: 3, flushInterval: 60_000 });

    const accepted = [1, 2, 3].map(() => recorder.record('revenues', revenue));
    await expect(recorder.record('revenues', revenue)).rejects.toThrow(OutturnQueueFullError);
    expect(failures).toMatchObject([{ item: { amount: '1.00' }, error: OutturnQueueFullError.prototype }]);
    await recorder.ready();
    accepted.push(recorder.record('revenues', revenue));
    await expect(recorder.flush()).rejects.toMatchObject({ recorded: 4, lost: 1 });
    await Promise.all(accepted);
    await recorder.close();
  });

  test('and all callers that wait for room get it', async () => {
    const { outturn, recorder, failures } = await newRecorder({ maxQueue: 5, flushInterval: 10 });

    const produce = async (producer: number) => {
      for (let i = 0; i < 5; i++) {
        await recorder.ready();
        recorder.record('events', { type: 'llm.call', name: `${producer}.${i}` });
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, producer) => produce(producer)));
    await recorder.close();
    expect(failures).toEqual([]);
    expect(new Set(await namesOf(outturn)).size).toBe(40);
  });
});

describe('close', () => {
  test('sends the remaining records, and accepts no more', async () => {
    const { outturn, recorder, failures } = await newRecorder({ flushInterval: 60_000 });
    {
      await using scoped = recorder;
      scoped.record('events', { type: 'llm.call', name: 'a' });
    }
    expect(await namesOf(outturn)).toEqual(['a']);
    await expect(recorder.record('events', { type: 'llm.call' })).rejects.toThrow('closed');
    expect(failures).toHaveLength(1);
    await recorder.ready();
    await expect(recorder.close()).rejects.toMatchObject({ recorded: 0, lost: 1 });
  });

  test('takes no longer than its signal allows, and reports unsent records', async () => {
    const { recorder, failures } = await newRecorder({ maxBatch: 1 }, ['hang']);

    for (let i = 0; i < 3; i++) recorder.record('revenues', revenue);
    const reason = new Error('out of time');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 200);
    await expect(recorder.close({ signal: controller.signal })).rejects.toMatchObject({
      recorded: 0,
      lost: 3,
      cause: reason,
    });
    expect(failures.map(({ error }) => error)).toEqual([reason, reason, reason]);
  });

  test('takes no longer than its timeout, even if `fetch` never settles', async () => {
    const { token } = await mintKey();
    const failures: RecorderFailure[] = [];
    const recorder = new Outturn({
      apiKey: token,
      baseUrl: gateway.url,
      fetch: () => new Promise(() => {}),
    }).recorder({ onError: (failure) => failures.push(failure) });

    recorder.record('revenues', revenue);
    const error = await failureOf(recorder.close({ timeout: 50 }));
    expect(error).toBeInstanceOf(OutturnUnrecordedError);
    expect(error).toMatchObject({ recorded: 0, lost: 1, pending: 0, cause: OutturnTimeoutError.prototype });
    expect(failures).toMatchObject([{ error: OutturnTimeoutError.prototype }]);
  });

  test('is implied when a process exits by itself, after everything is recorded', async () => {
    const { token } = await mintKey();
    const fixture = path.join(import.meta.dirname, 'exiting-process.fixture.ts');
    const child = spawn(process.execPath, [fixture, gateway.url, token, '1200'], { stdio: 'inherit' });

    expect(await once(child, 'exit')).toEqual([0, null]);
    const outturn = new Outturn({ apiKey: token, baseUrl: gateway.url });
    let count = 0;
    for await (const _ of outturn.events.list({ limit: 1_000 })) count++;
    expect(count).toBe(1_200);
  });
});

test.each([
  { end: 'exit', code: 3 },
  { end: 'throw', code: 1 },
  { end: 'again', code: 3 },
])('a process that ends by $end reports the records in flight', async ({ end, code }) => {
  const { token } = await mintKey();
  const { url } = await proxy(gateway.url, () => 'hang');
  const fixture = path.join(import.meta.dirname, 'exiting-process.fixture.ts');
  const child = spawn(process.execPath, [fixture, url, token, '3', end], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  const [stderr, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(exit).toEqual([code, null]);
  expect(stderr.match(/Outturn did not record/g)).toHaveLength(3);
  expect(stderr).toMatch(/name: '2'/);
  expect(stderr).toContain(
    end === 'again' ? 'The recorder is closed' : 'The process ended before the answer',
  );
  expect(stderr.includes('thrown by the program')).toBe(end === 'throw');
});
