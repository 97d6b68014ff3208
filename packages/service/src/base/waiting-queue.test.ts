import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutturnError } from './errors.ts';
import { newWaitLimit, WaitingQueue } from './waiting-queue.ts';

const busy = () => new OutturnError('Rate Limit Exceeded');
const inSeconds = (seconds: number) => ({ until: performance.now() + seconds * 1_000 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('callers proceed in the order of their arrival', async () => {
  const line = new WaitingQueue(10, busy);
  const order: number[] = [];
  const waiting = [1, 2, 3].map((number) => line.wait(inSeconds(60)).then(() => order.push(number)));
  expect([line.next(), line.next(), line.next()]).toEqual([true, true, true]);
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  expect(line.next()).toBe(false);
});

test('a caller beyond the limit is refused at once, and a freed place can be taken', async () => {
  const line = new WaitingQueue(1, busy);
  const first = line.wait(inSeconds(60));
  await expect(line.wait(inSeconds(60))).rejects.toMatchObject({ code: 'Rate Limit Exceeded' });
  line.next();
  await first;
  const second = line.wait(inSeconds(60));
  line.next();
  await second;
});

test('a caller that times out is refused, and gives up its place', async () => {
  const line = new WaitingQueue(10, busy);
  const short = line.wait(inSeconds(1));
  const long = line.wait(inSeconds(60));
  const refused = expect(short).rejects.toMatchObject({ code: 'Rate Limit Exceeded' });
  vi.advanceTimersByTime(1_001);
  await refused;
  expect(line.next()).toBe(true);
  await long;
});

test('a caller that leaves gives up its place, and does not take one later', async () => {
  const line = new WaitingQueue(1, busy);
  const caller = new AbortController();
  const gone = () => caller.signal;
  const waiting = line.wait({ ...inSeconds(60), gone });
  caller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'Invalid Request' });
  await expect(line.wait({ ...inSeconds(60), gone })).rejects.toMatchObject({ code: 'Invalid Request' });
  expect(line.next()).toBe(false);
});

test('a question waits for 25 seconds by default', () => {
  expect(newWaitLimit().until - performance.now()).toBe(25_000);
});
