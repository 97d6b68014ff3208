import { defineCommand } from '../operations/define.ts';
import { forgetAnswers } from '../operations/stored-answers.ts';
import { findReport } from './get-report.ts';
import { ByName, DeletedReport } from './report.schema.ts';

export const deleteReport = defineCommand({
  name: 'reports.delete',
  summary: 'Delete a report',
  scope: 'reports:write',
  input: ByName,
  output: DeletedReport,
  errors: ['Not Found'],
  async run({ em, principal }, { name }) {
    const report = await findReport(em, principal.developerId, name);
    await em.remove(report).flush();
    await forgetAnswers(em, report);
    return { name, deleted: true as const };
  },
});
