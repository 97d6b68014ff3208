import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallCounter, type Cost, type Count } from './call-counter.ts';

/** The limiter of several gateways: it answers later, in the order of the calls. */
class DistantLimiter extends RateLimiterMemory {
  questions = 0;

  override async consume(key: string, points: number) {
    this.questions++;
    await turn();
    return super.consume(key, points);
  }

  override async reward(key: string, points: number) {
    await turn();
    return super.reward(key, points);
  }
}

const windowOf = (points: number, duration = 60) => ({ points, duration });
const open = (limit: number) => new DistantLimiter(windowOf(limit));
const oneCall: Cost = { points: 1, ifRefused: 1 };

/** The counts of calls that come one after the other. */
function countedAlone(limit: number, calls: readonly Cost[]): Omit<Count, 'wait'>[] {
  let left = limit;
  return calls.map(({ points, ifRefused }) => {
    const isRefused = points > left;
    left = Math.max(0, left) - (isRefused ? ifRefused : points);
    return { isRefused, left };
  });
}

const points = fc.integer({ min: 1, max: 400 });
const cost: fc.Arbitrary<Cost> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(oneCall) },
  { weight: 2, arbitrary: fc.record({ points, ifRefused: fc.constantFrom(0, 1) }) },
);
const limits = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 256, max: 3_000 }));

afterEach(() => {
  vi.useRealTimers();
});

describe('calls that share questions', () => {
  test('are counted as if each had been alone', async () => {
    const waves = fc.array(fc.array(cost, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(limits, waves, async (limit, waves) => {
        const counter = new CallCounter(open(limit), windowOf(limit));
        const counts: Omit<Count, 'wait'>[] = [];
        for (const calls of waves) {
          const wave = await Promise.all(calls.map(async (call) => counter.charge('a', call)));
          counts.push(...wave.map(({ isRefused, left }) => ({ isRefused, left })));
        }
        expect(counts).toEqual(countedAlone(limit, waves.flat()));
      }),
    );
  });

  test('on several gateways get exactly the limit together', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.integer({ min: 1, max: 4 }), async (limit, gateways) => {
        const limiter = open(limit);
        let admitted = 0;
        const callUntilRefused = async (counter: CallCounter) => {
          while (!(await counter.charge('a', oneCall)).isRefused) admitted++;
        };
        const counters = Array.from({ length: gateways }, () => new CallCounter(limiter, windowOf(limit)));
        await Promise.all(counters.flatMap((counter) => [1, 2, 3].map(() => callUntilRefused(counter))));
        expect(admitted).toBe(limit);
      }),
    );
  });
});

test('a gateway holds a small part of the limit that it does not use', async () => {
  const limit = 10_000;
  const limiter = open(limit);
  const [first, second] = [
    new CallCounter(limiter, windowOf(limit)),
    new CallCounter(limiter, windowOf(limit)),
  ];
  for (let i = 0; i < 1_000; i++) expect((await first.charge('a', oneCall)).isRefused).toBe(false);
  expect(limiter.questions).toBeLessThan(60);
  let admitted = 0;
  while (!(await second.charge('a', oneCall)).isRefused) admitted++;
  expect(admitted).toBeLessThanOrEqual(limit - 1_000);
  expect(admitted).toBeGreaterThanOrEqual(limit - 1_000 - limit / 256);
});

test.each([1, 16, 64])('it holds as little while %i call at the same time', async (callers) => {
  const limit = 60_000;
  const limiter = open(limit);
  const counter = new CallCounter(limiter, windowOf(limit));
  let admitted = 0;
  const call = async () => {
    while (admitted < limit / 5) {
      expect((await counter.charge('a', oneCall)).isRefused).toBe(false);
      admitted++;
      await turn();
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const counted = (await limiter.get('a'))?.consumedPoints ?? 0;
  expect(counted - admitted).toBeGreaterThanOrEqual(0);
  expect(counted - admitted).toBeLessThanOrEqual(limit / 256);
});

test('calls that are prepaid in one window are not spent in the next', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  let gate = Promise.resolve();
  const limit = 6_000;
  const window = windowOf(limit, 1);
  const shared = new RateLimiterMemory(window);
  class GatedLimiter extends RateLimiterMemory {
    override async consume(key: string, points: number) {
      await gate;
      return shared.consume(key, points);
    }
  }
  const slow = new GatedLimiter(window);
  const [first, second] = [new CallCounter(slow, window), new CallCounter(shared, window)];
  let last = await first.charge('a', oneCall);
  for (let i = 0; i < 30; i++) last = await first.charge('a', oneCall);
  // Dearer than what is prepaid, and asked for just before the window ends.
  vi.advanceTimersByTime(last.wait - 20);
  const opening = Promise.withResolvers<void>();
  gate = opening.promise;
  const dear = first.charge('a', { points: 300, ifRefused: 1 });
  await turn();
  vi.advanceTimersByTime(60);
  let admitted = 0;
  if (!(await second.charge('a', oneCall)).isRefused) admitted++;
  opening.resolve();
  if (!(await dear).isRefused) admitted += 300;
  while (!(await first.charge('a', oneCall)).isRefused) admitted++;
  expect(admitted).toBe(limit);
});

test('calls fail while nothing can be counted, and the next are counted', async () => {
  let isAway = true;
  class FailingLimiter extends DistantLimiter {
    override async consume(key: string, points: number) {
      const counted = await super.consume(key, points);
      if (isAway) throw new Error('away');
      return counted;
    }
  }
  const counter = new CallCounter(new FailingLimiter(windowOf(10)), windowOf(10));
  const calls = await Promise.allSettled([1, 2, 3].map(async () => counter.charge('a', oneCall)));
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  isAway = false;
  expect(await counter.charge('a', oneCall)).toMatchObject({ isRefused: false, left: 6 });
});
