import { getRevenue } from './get-revenue.ts';
import { listRevenues } from './list-revenues.ts';
import { recordRevenue } from './record-revenue.ts';
import { recordRevenueBatch } from './record-revenue-batch.ts';

export type { Revenue } from './revenue.schema.ts';

export const revenues = {
  record: recordRevenue,
  recordBatch: recordRevenueBatch,
  list: listRevenues,
  get: getRevenue,
};
