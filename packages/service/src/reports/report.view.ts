import type { InferEntity } from '@mikro-orm/core';
import type { ReportEntity } from './report.entity.ts';
import type { Report } from './report.schema.ts';

export function toReport(row: InferEntity<typeof ReportEntity>): Report {
  const { id, name, description = null, document, variables, createdAt, updatedAt } = row;
  return {
    id,
    name,
    description,
    document,
    variables,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
