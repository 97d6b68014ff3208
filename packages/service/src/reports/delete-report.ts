import { defineCommand } from '../operations/define.ts';
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
    em.remove(await findReport(em, principal.developerId, name));
    return { name, deleted: true as const };
  },
});
