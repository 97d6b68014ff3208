import { defineRecord } from '../../operations/define.ts';
import { revenueLedger, toRevenueRecord } from './revenue.ledger.ts';
import { RecordRevenueInput, Revenue } from './revenue.schema.ts';

export const recordRevenue = defineRecord({
  name: 'revenues.record',
  summary: 'Create a revenue record',
  description:
    'Records revenue that an agent brought in. Agents, customers and sessions are created when their key is new.',
  scope: 'revenues:write',
  input: RecordRevenueInput,
  output: Revenue,
  ledger: revenueLedger,
  toRecord: toRevenueRecord,
});
