import { agent, customer, session } from '../../kinds/record-dimensions.ts';
import { agentFilter, between, customerFilter, sessionFilter } from '../../schema/list-filters.ts';
import { RecordId } from '../../schema/record-id.ts';
import { Key, text } from '../../schema/text.ts';
import { defineRecordKind } from '../definition/define-record-kind.ts';
import { RevenueEntity } from './revenue.entity.ts';
import { RecordRevenueInput, Revenue } from './revenue.schema.ts';

export const revenues = defineRecordKind({
  name: 'revenues',
  noun: 'revenue record',
  description:
    'Records revenue that an agent brought in. Agents, customers and sessions are created when their key is new.',
  facts: [1],
  entity: RevenueEntity,
  input: RecordRevenueInput,
  output: Revenue,
  dimensions: [agent, customer, session],
  time: 'recordedAt',
  amount: 'amount',
  keyPrefix: 'rev_',
  references: { goalId: 'goals', eventId: 'events' },
  defaults: { source: () => 'Manual' },
  filters: {
    ...agentFilter,
    ...customerFilter,
    ...sessionFilter,
    source: text(255, 1).optional().meta({ description: 'Only records of this source.' }),
    goalId: RecordId.optional().meta({ description: 'Only records of this goal.' }),
    key: Key.optional().meta({ description: 'Only the record with this key of yours.' }),
    ...between('recordedAt'),
  },
});
