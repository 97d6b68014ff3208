import { raw, sql } from '@mikro-orm/core';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { bind } from './bound-connection.ts';

const platform = new PostgreSqlPlatform();
const date = new Date('2026-01-02T03:04:05.678Z');

test.each([
  ['set a = ? where b = ?', ['x', 1], 'set a = $1 where b = $2', ['x', 1]],
  ['a in (?)', [[1, 'b']], 'a in ($1, $2)', [1, 'b']],
  ['(a, b) in (?)', [[[1, 2]]], '(a, b) in ($1, $2)', [1, 2]],
  [
    'a = ?, b = ?',
    [sql`greatest(now(), ${date})`, 2],
    'a = greatest(now(), $1), b = $2',
    [date.toISOString(), 2],
  ],
  ['a = ?', [raw('b ? c')], 'a = b ? c', []],
  ['?? = ?', ['a"b', 'c'], '"a""b" = $1', ['c']],
  ['a \\? ?', ['key'], 'a ? $1', ['key']],
  ['a ? b \\?', [], 'a ? b \\?', []],
  ['?, ?', ['$2 ? ?? \\?', '$$'], '$1, $2', ['$2 ? ?? \\?', '$$']],
  ['?, ?, ?', [null, true, 7n], '$1, $2, $3', [null, true, 7n]],
  ['?', [Buffer.from('a')], '$1', [Buffer.from('a')]],
  ['?', [{ constructor: 'v', toPostgres: 1 }], '$1', ['{"constructor":"v","toPostgres":1}']],
])('binds %s', (text, params, bound, values) => {
  expect(bind(platform, { sql: text, params })).toEqual({ text: bound, values });
});
