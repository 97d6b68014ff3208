import { expect, test } from 'vitest';
import { type ListConditions, statementName } from '../../database/statement-name.ts';
import { revenues } from '../revenues/revenue.kind.ts';
import { addBehind, orderOf, orderSql } from './record-order.ts';

test.each([
  ['id', { by: 'id', isDescending: false }, 'id asc'],
  ['-id', { by: 'id', isDescending: true }, 'id desc'],
  ['recordedAt', { by: 'time', isDescending: false }, 'recorded_at asc, id asc'],
  ['-recordedAt', { by: 'time', isDescending: true }, 'recorded_at desc, id desc'],
] as const)('the sort %s is %o', (sort, order, sql) => {
  expect(orderOf(sort)).toEqual(order);
  expect(orderSql(revenues, order)).toBe(sql);
});

test('an alias precedes each column', () => {
  const order = { by: 'time', isDescending: true } as const;
  expect(orderSql(revenues, order, 'r.')).toBe('r.recorded_at desc, r.id desc');
});

test.each([
  ['id', '(id, id) > ($2::uuid, $3::uuid)'],
  ['-id', '(id, id) < ($2::uuid, $3::uuid)'],
  ['recordedAt', '(recorded_at, id) > ($2::timestamptz, $3::uuid)'],
  ['-recordedAt', '(recorded_at, id) < ($2::timestamptz, $3::uuid)'],
])('a page of the sort %s continues where %s', (sort, condition) => {
  const conditions: ListConditions = { where: ['developer_id = $1'], values: ['me'], shape: [] };
  addBehind(conditions, revenues, orderOf(sort), { value: 'value', id: 'id' });
  expect(conditions).toEqual({
    where: ['developer_id = $1', condition],
    values: ['me', 'value', 'id'],
    shape: [],
  });
});

test("statements have one name per shape, within PostgreSQL's limit of 63 bytes", () => {
  const long = Array.from({ length: 20 }, (_, i) => `a_long_name_of_a_filter_${i}`);
  const names = [[], ['agent_id'], ['agent_id', 'from'], ['agent_id from_x'], long].map((shape) =>
    statementName('revenues_list', shape),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(statementName('revenues_list', long)).toBe(names.at(-1));
  for (const name of names) expect(name.length).toBeLessThan(64);
});
