import { expect, test } from 'vitest';
import { schemaNumber } from '../database/migrations/index.ts';
import { FORMAT, parseHeader } from './backup-header.ts';

const header = {
  schema: schemaNumber,
  format: FORMAT,
  version: '9.9.9',
  takenAt: '2026-01-31T10:00:00.000Z',
  tables: [{ name: 'agents', columns: ['id'], rows: 2 }],
};

test('header is read back as it was written', () => {
  expect(parseHeader(JSON.stringify(header))).toEqual(header);
});

test('backup of an unreleased version is refused as such', () => {
  expect(() => parseHeader(JSON.stringify({ ...header, schema: 21, format: 1, version: '0.2.0' }))).toThrow(
    'The backup was made by an unreleased version of Outturn (0.2.0), and nothing of it can be restored.',
  );
});

test('backup of a newer schema or in a newer format is refused with both numbers, whatever else has changed', () => {
  const newer = { schema: schemaNumber + 1, format: FORMAT, version: '9.9.9', pages: [] };
  expect(() => parseHeader(JSON.stringify(newer))).toThrow(
    `The backup was made by Outturn 9.9.9 with schema number ${schemaNumber + 1}, and this version knows ${schemaNumber}. Restore it with a newer version.`,
  );
  expect(() => parseHeader(JSON.stringify({ ...newer, format: FORMAT + 1 }))).toThrow(
    `The backup was made by Outturn 9.9.9 in format ${FORMAT + 1}, and this version reads ${FORMAT}.`,
  );
});

test.each([
  ['a negative number', { schema: -1 }],
  ['a number as text', { format: '1' }],
  ['a table twice', { tables: [...header.tables, ...header.tables] }],
  ['SQL as a name', { tables: [{ name: 'agents"; drop table users; --', columns: ['id'], rows: 0 }] }],
  ['control characters', { format: FORMAT + 1, version: '\u001b[2J9.9.9' }],
])('header with %s is refused in a sentence', (_, change) => {
  expect(() => parseHeader(JSON.stringify({ ...header, ...change }))).toThrow(
    /^The first line of the file does not describe a backup of Outturn\. Restore another file\.$/,
  );
});

test('line that is not JSON is refused in the same way', () => {
  expect(() => parseHeader('-- PostgreSQL database dump')).toThrow('does not describe a backup of Outturn');
});
