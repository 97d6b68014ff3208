import { expect, test } from 'vitest';
import { RecordId } from '../schema/record-id.ts';
import { newId } from './ids.ts';

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
