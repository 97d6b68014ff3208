import { agents } from '../../catalogue/agents.ts';
import { customers } from '../../catalogue/customers.ts';
import { sessions } from '../../catalogue/sessions/sessions.ts';
import { between } from '../../schema/list-filters.ts';
import { RecordId } from '../../schema/record-id.ts';
import { Key, text } from '../../schema/text.ts';
import { defineRecordKind } from '../definition/define-record-kind.ts';
import { refundOperations } from './refund-revenue.ts';
import { RevenueEntity } from './revenue.entity.ts';
import { RecordRevenueInput, Revenue } from './revenue.schema.ts';

const recorded = defineRecordKind({
  name: 'revenues',
  noun: 'revenue record',
  description:
    'Records revenue that an agent brought in. Agents, customers and sessions are created when their key is new.',
  facts: [1],
  entity: RevenueEntity,
  input: RecordRevenueInput,
  output: Revenue,
  dimensions: [agents, customers, sessions],
  time: 'recordedAt',
  amount: 'amount',
  keyPrefix: 'rev_',
  references: { goalId: 'goals', eventId: 'events' },
  defaults: { source: () => 'Manual' },
  refunds: {
    fact: 5,
    of: 'refundOf',
    balance: 'refunded',
    own: ['amount', 'recordedAt', 'description'],
    copied: ['source', 'metadata'],
  },
  filters: {
    ...agents.keyFilter,
    ...agents.idFilter,
    ...customers.keyFilter,
    ...customers.idFilter,
    ...sessions.keyFilter,
    source: text(255, 1).optional().meta({ description: 'Only records of this source.' }),
    goalId: RecordId.optional().meta({ description: 'Only records of this goal.' }),
    key: Key.optional().meta({ description: 'Only the record with this key of yours.' }),
    refundOf: RecordId.optional().meta({ description: 'Only refunds of this revenue.' }),
    ...between('recordedAt'),
  },
});

export const revenues = {
  ...recorded,
  operations: { ...recorded.operations, ...refundOperations(recorded) },
};
