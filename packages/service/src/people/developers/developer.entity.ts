import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { plans } from '../../base/principal.ts';
import { instant } from '../../database/entity-properties.ts';

/** The tenant, which owns agents and records. */
export const Developer = defineEntity({
  name: 'Developer',
  tableName: 'developers',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    plan: p.enum([...plans]).columnType('text'),
    createdAt: instant(),
  },
  uniques: [{ name: 'developers_name_unique', properties: ['name'] }],
});

export type Developer = InferEntity<typeof Developer>;
