import { newId } from '../base/ids.ts';
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
  async run({ em, documents, principal: { developerId } }, { name, document, ...rest }) {
    const variables = rest.variables ?? {};
    documents.check({ document, variables });
    // Two that save the same name at once wait for each other here.
    await em.execute(
      `insert into reports (developer_id, id, name, document, variables, created_at, updated_at)
       values (?, ?, ?, '', '{}', now(), now()) on conflict (developer_id, name) do update set updated_at = excluded.updated_at`,
      [developerId, newId(), name],
    );
    const report = await em.findOneOrFail(ReportEntity, { developerId, name });
    em.assign(report, { description: rest.description ?? null, document, variables });
    return toReport(report);
  },
});
