import { defineQuery } from '../operations/define.ts';
import { findReport } from './get-report.ts';
import { ReportResult, RunReportInput } from './report.schema.ts';

export const runReport = defineQuery({
  name: 'reports.run',
  summary: 'Run a report',
  description: 'Answers the saved query now, with the permissions of the caller.',
  scope: 'reports:read',
  input: RunReportInput,
  output: ReportResult,
  errors: ['Not Found'],
  async run({ database, documents, call, principal }, { name, variables }) {
    const report = await findReport(database.fork(), principal.developerId, name);
    const document = { document: report.document, variables: { ...report.variables, ...variables } };
    const { data, errors } = await documents.run(document, call);
    return {
      name,
      data,
      ...(errors && {
        errors: errors.map(({ path, ...error }) => ({ ...error, ...(path && { path: [...path] }) })),
      }),
    };
  },
});
