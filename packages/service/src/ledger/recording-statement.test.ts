import { expect, test } from 'vitest';
import { oneServer } from '../database/distribution/one-server.ts';
import { agent, customer, goalType, session, tool } from '../kinds/record-dimensions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { recordingStatement } from './recording-statement.ts';

test('names of statements differ within the 63 bytes that PostgreSQL compares', () => {
  const dimensions = [agent, customer, session, tool, goalType];
  const kind = {
    table: 't'.repeat(24),
    facts: [1],
    columns: [],
    dimensions,
    time: { column: 'at', field: 'at' },
  } as Partial<RecordKind> as RecordKind;
  const names = [dimensions, [agent]].flatMap((firstUse) =>
    [true, false].flatMap((hasNaturalKeys) => {
      const { name } = recordingStatement(kind, { firstUse, hasNaturalKeys, distribution: oneServer });
      return [name, `${name}_shared`];
    }),
  );
  expect(new Set(names.map((name) => name.slice(0, 63))).size).toBe(8);
});
