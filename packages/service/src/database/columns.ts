import { p } from '@mikro-orm/core';

/** Columns that tables share. Every tenant table starts its primary key with the developer. */
export const instant = () => p.datetime().columnType('timestamptz(6)');
export const decimal = () => p.string().columnType('numeric');
export const tenantKey = { developerId: p.uuid().primary(), id: p.uuid().primary() };

/** The columns of what clients name by key: agents, customers, goal types, sessions, tools. */
export const dimensionColumns = {
  ...tenantKey,
  key: p.text(),
  name: p.text().nullable(),
  description: p.text().nullable(),
  metadata: p.json<Record<string, unknown>>().columnType('json').nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  /** Hidden from lists; its records keep it, and recording its key again brings it back. */
  deletedAt: instant().nullable(),
};

export const dimensionUniques = (table: string) => [
  { name: `${table}_key_unique`, properties: ['developerId', 'key'] as ('developerId' | 'key')[] },
];
