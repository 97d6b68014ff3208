import { defineEntity, p } from '@mikro-orm/core';
import { decimal, instant, tenantKey } from '../database/entity-properties.ts';
import type { Price } from './cost.ts';

/** A price of a developer. It never changes, and can be deleted. */
export const PriceEntity = defineEntity({
  name: 'Price',
  tableName: 'prices',
  properties: {
    ...tenantKey,
    provider: p.text().nullable(),
    model: p.text(),
    serviceTier: p.text().nullable(),
    effectiveFrom: instant(),
    input: decimal().nullable(),
    output: decimal().nullable(),
    cacheRead: decimal().nullable(),
    cacheWrite: decimal().nullable(),
    cacheWrite1h: decimal().nullable(),
    reasoning: decimal().nullable(),
    perRequest: decimal().nullable(),
    tiers: p.json<NonNullable<Price['tiers']>>().columnType('json').nullable(),
    /** Provider, model, service tier and start in one form, of which there is one price. */
    terms: p.text(),
    createdAt: instant(),
  },
  uniques: [{ name: 'prices_terms_unique', properties: ['developerId', 'terms'] }],
});
