import type { MetadataStorage } from '@mikro-orm/core';
import { describe, expect, test } from 'vitest';
import { placementOf } from './placement.ts';

/** Entities with these tables and columns of their primary keys. */
function entities(tables: Record<string, string[]>) {
  const all = Object.entries(tables).map(([tableName, key]) => ({
    tableName,
    props: [
      ...key.map((name) => ({ primary: true, fieldNames: [name] })),
      { primary: false, fieldNames: ['other'] },
    ],
  }));
  // Only the part of the mapping that decides the placement.
  return { getAll: () => new Map(all.map((one) => [one.tableName, one])) } as unknown as MetadataStorage;
}

test('tables whose primary key begins with the developer are distributed, and those declared whole are not', () => {
  const tables = { revenues: ['developer_id', 'id'], developers: ['id'], tenants: ['developer_id'] };
  expect(placementOf(entities(tables))).toEqual({ tenant: ['revenues', 'tenants'], whole: ['developers'] });
});

describe('a table is refused', () => {
  test.each([
    ['without a declared placement', { notes: ['id'] }],
    ['with the developer in the second place', { notes: ['id', 'developer_id'] }],
    ['that is declared whole and has a developer', { users: ['developer_id', 'id'] }],
  ])('%s', (_, tables) => {
    expect(() => placementOf(entities(tables))).toThrow(/^(notes|users) must either have developer_id first/);
  });
});
