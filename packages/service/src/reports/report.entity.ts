import { defineEntity, p } from '@mikro-orm/core';
import type { Measure } from '../analytics/index.ts';
import { instant, tenantKey } from '../database/entity-properties.ts';

/** As its schema describes it. Validated again when it runs. */
export type StoredView = { question: object; chart?: { measure: Measure } | undefined };

/** Has either a document with its variables or a view. */
export const ReportEntity = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    ...tenantKey,
    name: p.text(),
    description: p.text().nullable(),
    document: p.text().nullable(),
    variables: p.json<Record<string, unknown>>().columnType('json'),
    view: p.json<StoredView>().columnType('json').nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: 'reports_name_unique', properties: ['developerId', 'name'] }],
});
