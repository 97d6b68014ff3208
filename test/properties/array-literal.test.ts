import type { Database } from '@outturn/service';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { plainArray, textArray, uuidArray } from '../../packages/service/src/database/array-literal.ts';
import { testDatabase } from '../support/developers.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});

/** A column as PostgreSQL reads it, row by row, beside a column without nulls. */
async function readBack(
  type: string,
  rowCount: number,
  array: string | Buffer | null,
): Promise<(string | null)[]> {
  const rows = await database.rows(
    `read_${type}`,
    `select value from unnest($1::int[], $2::${type}[]) as t(position, value) order by position`,
    [Array.from({ length: rowCount }, (_, i) => i), array],
  );
  return rows.map(([value]) => value ?? null);
}

describe('free text', () => {
  test.each([
    [[]],
    [['']],
    [[null]],
    [['NULL', 'null', null, '']],
    [['a,b', '{a}', '{', '}', '"', '""', '\\', '\\\\', '\\"', "'", "''", '$1', '%s']],
    [[' ', ' a ', '\n', '\r\n', '\t', '\u0001', '\u007f', '\u00a0', '\u2028', '\ufeff', '\uffff']],
    [['é', 'e\u0301', 'ß', '🙂', '\u{10ffff}', '漢字', 'مرحبا']],
    [['x'.repeat(5000), null, 'y']],
  ])('%j', async (values) => {
    expect(await readBack('text', values.length, textArray(values))).toEqual(values);
  });
});

describe('plain elements', () => {
  test.each([
    ['numeric', ['0.10', null, '-99.90', '999999999999999.999999999']],
    ['bigint', [null, null]],
    ['bigint', [null, '1', null]],
    ['text', []],
  ])('such as %s', async (type, values) => {
    expect(await readBack(type, values.length, plainArray(values))).toEqual(values);
  });
});

describe('uuids', () => {
  test.each([
    [[]],
    [[null]],
    [[null, null]],
    [['018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11']],
    [['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
  ])('%j', async (values) => {
    expect(await readBack('uuid', values.length, uuidArray(values))).toEqual(values);
  });

  test('in any form, with and without dashes, some null, also more than before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.uuid(), { freq: 4 }), { maxLength: 4_000, size: 'max' }),
        fc.boolean(),
        async (values, hasDashes) => {
          const sent = hasDashes ? values : values.map((value) => value?.replaceAll('-', '') ?? null);
          expect(await readBack('uuid', values.length, uuidArray(sent))).toEqual(values);
        },
      ),
      { numRuns: 50 },
    );
  });
});
