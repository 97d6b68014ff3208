import { agents } from '../../catalogue/agents.ts';
import { customers } from '../../catalogue/customers.ts';
import { sessions } from '../../catalogue/sessions/sessions.ts';
import { tools } from '../../catalogue/tools.ts';
import { between } from '../../schema/list-filters.ts';
import { text } from '../../schema/text.ts';
import { defineRecordKind } from '../definition/define-record-kind.ts';
import { now } from '../definition/now.ts';
import { outcomes } from '../outcomes/outcome.kind.ts';
import { costDerivation } from './cost-derivation.ts';
import { EventEntity } from './event.entity.ts';
import { Event, RecordEventInput } from './event.schema.ts';

export const events = defineRecordKind({
  name: 'events',
  noun: 'event record',
  description:
    'Records something that an agent did. When its tool has a value, a valuable outcome is generated with it.',
  facts: [4],
  entity: EventEntity,
  input: RecordEventInput,
  output: Event,
  dimensions: [agents, sessions, customers, tools],
  time: 'occurredAt',
  amount: 'cost',
  defaults: { occurredAt: now },
  filters: {
    ...agents.keyFilter,
    ...agents.idFilter,
    ...customers.keyFilter,
    ...customers.idFilter,
    ...sessions.keyFilter,
    ...tools.keyFilter,
    type: text(255, 1).optional().meta({ description: 'Only events of this type.' }),
    ...between('occurredAt'),
  },
  generates: {
    kind: outcomes,
    valued: tools,
    properties: { generatedAt: 'occurredAt', metadata: 'metadata' },
  },
  derivation: costDerivation,
});
