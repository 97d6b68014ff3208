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
    /** Whether events get their costs from the price book. */
    computesCosts: p.boolean().default(true),
    /** Names of scopes and of log events whose calls the intake of telemetry leaves out. */
    ignoredScopes: p.array().columnType('text[]').default([]),
    createdAt: instant(),
  },
  uniques: [{ name: 'developers_name_unique', properties: ['name'] }],
});

export type Developer = InferEntity<typeof Developer>;
