import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WaitEnd, WaitingRoom } from './waiting-room.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits in a room, and notes in which order waits end, and how. */
function enter(room: WaitingRoom, ends: [string, WaitEnd][], address: string, gone = new AbortController()) {
  void room
    .wait({ address, milliseconds: 1_000, gone: gone.signal })
    .then((end) => ends.push([address, end]));
  return gone;
}

test('a wait takes its time, unless its caller leaves', async () => {
  const room = new WaitingRoom();
  const ends: [string, WaitEnd][] = [];
  enter(room, ends, 'stays');
  const leaver = enter(room, ends, 'leaves');
  leaver.abort();
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toEqual([['leaves', 'left']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends.at(-1)).toEqual(['stays', 'over']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a full room takes the place of the address that has the most', async () => {
  const room = new WaitingRoom(3);
  const ends: [string, WaitEnd][] = [];
  for (let i = 0; i < 4; i++) enter(room, ends, 'attacker');
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual([['attacker', 'full']]);
  enter(room, ends, 'somebody');
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  enter(room, ends, 'attacker');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends.filter(([, end]) => end === 'full').every(([address]) => address === 'attacker')).toBe(true);
  expect(ends).toContainEqual(['somebody', 'over']);
});

test('a full room in which each address has one lets nobody else in', async () => {
  const room = new WaitingRoom(3);
  const ends: [string, WaitEnd][] = [];
  for (const address of ['one', 'two', 'three', 'late']) enter(room, ends, address);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual([['late', 'full']]);
});

test('a room that closes lets everybody go, and nobody in', async () => {
  const room = new WaitingRoom();
  const ends: [string, WaitEnd][] = [];
  enter(room, ends, 'before');
  room.close();
  enter(room, ends, 'after');
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual([
    ['before', 'closed'],
    ['after', 'closed'],
  ]);
});
