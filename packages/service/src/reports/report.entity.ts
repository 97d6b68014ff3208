import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantKey } from '../database/entity-properties.ts';

export const ReportEntity = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    ...tenantKey,
    name: p.text(),
    description: p.text().nullable(),
    document: p.text(),
    variables: p.json<Record<string, unknown>>().columnType('json'),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: 'reports_name_unique', properties: ['developerId', 'name'] }],
});
