import type { MetadataStorage } from '@mikro-orm/core';
import { describe, expect, test } from 'vitest';
import { placementOf } from './placement.ts';

/** Entities by their tables and the columns of their primary keys. */
function entities(tables: Record<string, string[]>) {
  const all = Object.entries(tables).map(([tableName, key]) => ({
    tableName,
    props: [
      ...key.map((name) => ({ primary: true, fieldNames: [name] })),
      { primary: false, fieldNames: ['other'] },
    ],
  }));
  // As much of the mapping as tells where tables belong.
  return { getAll: () => new Map(all.map((one) => [one.tableName, one])) } as unknown as MetadataStorage;
}

test('tables whose key begins with the developer are distributed, and those known as whole are not', () => {
  const tables = { revenues: ['developer_id', 'id'], developers: ['id'], tenants: ['developer_id'] };
  expect(placementOf(entities(tables))).toEqual({ tenant: ['revenues', 'tenants'], whole: ['developers'] });
});

describe('a table is refused', () => {
  test.each([
    ['of which nobody has decided', { notes: ['id'] }],
    ['with the developer in the second place', { notes: ['id', 'developer_id'] }],
    ['that is to stay whole and has a developer', { users: ['developer_id', 'id'] }],
  ])('%s', (_, tables) => {
    expect(() => placementOf(entities(tables))).toThrow(/^(notes|users) must either have developer_id first/);
  });
});
