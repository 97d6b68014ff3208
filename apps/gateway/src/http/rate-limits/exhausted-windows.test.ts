import type { Principal } from '@outturn/service';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OverLimit } from './exhausted-windows.ts';

const caller = (developerId: string, plan: Principal['plan'] = 'free'): Principal => ({
  kind: 'api-key',
  apiKeyId: 'key',
  developerId,
  plan,
  scopes: new Set(),
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a caller over the limit waits until its window ends', () => {
  const over = new OverLimit();
  over.add(caller('me'), 5_000);
  expect(over.waitOf(caller('me'))).toBe(5_000);
  vi.advanceTimersByTime(4_000);
  expect(over.waitOf(caller('me'))).toBe(1_000);
  vi.advanceTimersByTime(1_000);
  expect(over.waitOf(caller('me'))).toBeUndefined();
});

test('neither other developers nor the same one on another plan wait', () => {
  const over = new OverLimit();
  over.add(caller('me'), 5_000);
  expect(over.waitOf(caller('them'))).toBeUndefined();
  expect(over.waitOf(caller('me', 'pro'))).toBeUndefined();
});

test('a sweep of many who are no longer over the limit keeps those who are', () => {
  const over = new OverLimit();
  over.add(caller('me'), 60_000);
  for (let i = 0; i < 20_000; i++) over.add(caller(`developer-${i}`), 1);
  vi.advanceTimersByTime(2);
  over.add(caller('them'), 60_000);
  expect(over.waitOf(caller('me'))).toBe(59_998);
  expect(over.waitOf(caller('them'))).toBe(60_000);
  expect(over.waitOf(caller('developer-0'))).toBeUndefined();
});
