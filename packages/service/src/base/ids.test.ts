import { expect, test } from 'vitest';
import { RecordId } from '../schema/record-id.ts';
import { idMaker, newId } from './ids.ts';

const ids = Array.from({ length: 20_000 }, newId);

test('an id is a UUIDv7 in its canonical form, with the present time', () => {
  const [id = ''] = [newId()];
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(Math.abs(time - Date.now())).toBeLessThan(10_000);
  expect(ids.every((one) => RecordId.safeParse(one).success)).toBe(true);
});

test('ids ascend also within a millisecond, and are unique', () => {
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids have the time that they are made for, and ascend when it steps back by hours', () => {
  const HOUR = 3_600_000;
  const start = Date.now();
  let time = start;
  const make = idMaker(() => time);
  const made: string[] = [];
  for (const shift of [0, 2 * HOUR, -2 * HOUR, 0, 3 * HOUR]) {
    time = start + shift;
    made.push(...Array.from({ length: 1_000 }, make));
  }
  const timeOf = (id = '') => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect([timeOf(made[0]), timeOf(made.at(-1))]).toEqual([start, start + 3 * HOUR]);
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(5_000);
});
