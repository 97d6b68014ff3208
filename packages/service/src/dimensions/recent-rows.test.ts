import { afterEach, expect, test, vi } from 'vitest';
import { RecentRows } from './recent-rows.ts';

const GENERATION = 20_000;

afterEach(() => {
  vi.useRealTimers();
});

function remember(rows: RecentRows, from: number, to: number, developerId = 'developer'): void {
  for (let i = from; i < to; i++)
    rows.set(developerId, 'customers', `key-${i}`, { id: `id-${i}`, key: `key-${i}` });
}

const idOf = (rows: RecentRows, name: string, developerId = 'developer') =>
  rows.get(developerId, 'customers', name)?.id;

test('a row belongs to one developer and one table', () => {
  const rows = new RecentRows();
  remember(rows, 0, 1);
  expect(idOf(rows, 'key-0')).toBe('id-0');
  expect(idOf(rows, 'key-0', 'other')).toBeUndefined();
  expect(rows.get('developer', 'agents', 'key-0')).toBeUndefined();
});

test('used rows stay while others come and go, and unused ones are evicted', () => {
  const rows = new RecentRows();
  for (let round = 0; round < 5; round++) {
    remember(rows, round * GENERATION, (round + 1) * GENERATION);
    if (round > 0) expect(idOf(rows, 'key-0')).toBe('id-0');
  }
  expect(idOf(rows, 'key-1')).toBeUndefined();
  expect(idOf(rows, `key-${5 * GENERATION - 1}`)).toBe(`id-${5 * GENERATION - 1}`);
});

test('a deleted row is evicted, whatever its age', () => {
  const rows = new RecentRows();
  remember(rows, 0, GENERATION + 1);
  rows.delete('developer', 'customers', 'key-0');
  rows.delete('developer', 'customers', `key-${GENERATION}`);
  expect(idOf(rows, 'key-0')).toBeUndefined();
  expect(idOf(rows, `key-${GENERATION}`)).toBeUndefined();
  rows.clear();
  expect(idOf(rows, 'key-1')).toBeUndefined();
});

test('a row expires after ten minutes, however often it is used', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const rows = new RecentRows();
  remember(rows, 0, 1);
  for (let minute = 1; minute < 10; minute++) {
    vi.advanceTimersByTime(60_000);
    expect(idOf(rows, 'key-0')).toBe('id-0');
  }
  vi.advanceTimersByTime(60_001);
  expect(idOf(rows, 'key-0')).toBeUndefined();
});
