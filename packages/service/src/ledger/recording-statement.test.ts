import { expect, test } from 'vitest';
import { dimensions } from '../catalogue/dimensions.ts';
import { oneServer } from '../database/distribution/one-server.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { recordingStatement } from './recording-statement.ts';

const kindOf = (parts: Partial<RecordKind>) =>
  ({
    table: 'revenues',
    facts: [1],
    columns: [],
    dimensions,
    time: { column: 'at', field: 'at' },
    ...parts,
  }) as Partial<RecordKind> as RecordKind;

test('kinds of two services that name one table have a statement each', () => {
  const kindWith = (columns: RecordKind['columns']) => kindOf({ columns });
  const shape = { upserted: [], hasNaturalKeys: false, distribution: oneServer };
  const textOf = (columns: RecordKind['columns']) => recordingStatement(kindWith(columns), shape).text;
  expect(textOf([])).not.toContain('price');
  expect(textOf([{ name: 'price', type: 'numeric', isNullable: false }])).toContain('price');
});

test('names of statements differ within the 63 bytes that PostgreSQL compares', () => {
  const kind = kindOf({ table: 't'.repeat(24) });
  const names = [dimensions, dimensions.slice(0, 1)].flatMap((upserted) =>
    [true, false].flatMap((hasNaturalKeys) => {
      const { name } = recordingStatement(kind, { upserted, hasNaturalKeys, distribution: oneServer });
      return [name, `${name}_shared`];
    }),
  );
  expect(new Set(names.map((name) => name.slice(0, 63))).size).toBe(8);
});

test('session of a kind that names neither agent nor customer is upserted without a change', () => {
  const sessions = dimensions.filter(({ table }) => table === 'sessions');
  const shape = { upserted: sessions, hasNaturalKeys: false, distribution: oneServer };
  const { text } = recordingStatement(kindOf({ table: 'visits', dimensions: sessions }), shape);
  expect(text).toContain('do update set updated_at = sessions.updated_at\n');
});
