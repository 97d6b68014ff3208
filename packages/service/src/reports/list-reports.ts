import { defineQuery } from '../operations/define.ts';
import { idBefore, pageById } from '../operations/page-by-id.ts';
import { pageOf } from '../schema/page.ts';
import { ReportEntity } from './report.entity.ts';
import { Report, ReportPage } from './report.schema.ts';
import { toReport } from './report.view.ts';

export const listReports = defineQuery({
  name: 'reports.list',
  summary: 'List reports',
  scope: 'reports:read',
  input: ReportPage,
  output: pageOf(Report),
  async run({ database, principal: { developerId } }, { limit, offset, cursor }) {
    const after = idBefore('reports', cursor);
    const rows = await database
      .fork()
      .find(
        ReportEntity,
        { developerId, ...(after !== undefined && { id: { $lt: after } }) },
        { orderBy: { id: 'desc' }, limit: limit + 1, offset },
      );
    return pageById(rows, { list: 'reports', limit }, toReport);
  },
});
