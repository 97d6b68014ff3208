import { decodeCursor, encodeCursor } from '../kernel/cursor.ts';
import { defineQuery } from '../kernel/operation.ts';
import { Rendered, RenderedPage } from '../kernel/rendered.ts';
import { pageOf } from '../kernel/schema/page.ts';
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
    const after = cursor === undefined ? undefined : decodeCursor(cursor, '-id').id;
    const rows = await database
      .fork()
      .find(
        ReportEntity,
        { developerId, ...(after !== undefined && { id: { $lt: after } }) },
        { orderBy: { id: 'desc' }, limit: limit + 1, offset },
      );
    const items = rows.slice(0, limit);
    return new RenderedPage<Report>({
      items: Rendered.of(items.map(toReport)),
      length: items.length,
      hasMore: rows.length > limit,
      cursorAt: (index) => {
        const id = items[index]?.id ?? '';
        return encodeCursor({ sort: '-id', value: id, id });
      },
    });
  },
});
