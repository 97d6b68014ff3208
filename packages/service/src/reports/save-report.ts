import { newId } from '../base/ids.ts';
import { databaseNow } from '../database/entity-properties.ts';
import { defineCommand } from '../operations/define.ts';
import { ReportEntity } from './report.entity.ts';
import { Report, SaveReportInput } from './report.schema.ts';
import { toReport } from './report.view.ts';

export const saveReport = defineCommand({
  name: 'reports.save',
  summary: 'Save a report',
  description: 'Keeps a GraphQL query under a name. Saving under a name that exists replaces the report.',
  scope: 'reports:write',
  input: SaveReportInput,
  output: Report,
  errors: ['Not Found'],
  shownRow: ({ id }) => id,
  async run({ em, documents, principal: { developerId } }, { name, document, ...rest }) {
    const variables = rest.variables ?? {};
    documents.check({ document, variables });
    const saved = { name, description: rest.description ?? null, document, variables };
    const report = await em.upsert(
      ReportEntity,
      { developerId, id: newId(), ...saved, createdAt: databaseNow(), updatedAt: databaseNow() },
      { onConflictFields: ['developerId', 'name'], onConflictExcludeFields: ['id', 'createdAt'] },
    );
    return toReport(report);
  },
});
