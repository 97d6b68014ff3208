import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from '../base/errors.ts';
import { defineQuery } from '../operations/define.ts';
import { ReportEntity } from './report.entity.ts';
import { ByName, Report } from './report.schema.ts';
import { toReport } from './report.view.ts';

export const getReport = defineQuery({
  name: 'reports.get',
  summary: 'Retrieve a report',
  scope: 'reports:read',
  input: ByName,
  output: Report,
  errors: ['Not Found'],
  run: async ({ database, principal }, { name }) =>
    toReport(await findReport(database.fork(), principal.developerId, name)),
});

/** Throws `Not Found`. */
export async function findReport(em: EntityManager, developerId: string, name: string) {
  const report = await em.findOne(ReportEntity, { developerId, name });
  if (!report) throw new OutturnError('Not Found', { message: 'There is no report with this name.' });
  return report;
}
