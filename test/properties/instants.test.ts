import { expect, test } from 'vitest';
import { toIsoInstant } from '../../packages/service/src/base/instants.ts';
import { testDatabase } from '../support/developers.ts';

test("an instant in PostgreSQL's text format is converted to ours", async () => {
  const sent = [
    '1970-01-01T00:00:00.000Z',
    '1999-12-31T23:59:59.999Z',
    '2024-01-15T10:30:00.500Z',
    '2024-01-15T10:30:00.050Z',
    '2024-02-29T00:00:00.001Z',
    '9999-12-31T23:59:59.999Z',
  ];
  const database = await testDatabase();
  const rows = await database.rows('instants', 'select unnest($1::timestamptz[])', [sent]);

  expect(rows.map(([text]) => toIsoInstant(text ?? ''))).toEqual(sent);
});
