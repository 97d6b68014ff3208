import { deleteReport } from './delete-report.ts';
import { getReport } from './get-report.ts';
import { listReports } from './list-reports.ts';
import { runReport } from './run-report.ts';
import { saveReport } from './save-report.ts';

export type { Report } from './report.schema.ts';

export const reports = {
  save: saveReport,
  list: listReports,
  get: getReport,
  run: runReport,
  delete: deleteReport,
};
