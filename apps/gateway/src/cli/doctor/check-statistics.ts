import { grownTables } from '@outturn/service';
import { databaseCheck, ok, warning } from './check.ts';

export const checkStatistics = databaseCheck('statistics', async (database) => {
  const tables = await grownTables(database);
  if (tables.length === 0) return [ok('The statistics of the planner are recent.')];
  return [
    warning(
      `The planner has no statistics of these tables, or those of a tenth of their size. A running gateway analyzes them within a minute; if none does, run: analyze ${tables.join(', ')};`,
    ),
  ];
});
