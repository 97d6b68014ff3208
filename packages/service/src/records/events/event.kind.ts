import { agent, customer, session, tool } from '../../kinds/record-dimensions.ts';
import {
  agentFilter,
  between,
  customerFilter,
  sessionFilter,
  toolFilter,
} from '../../schema/list-filters.ts';
import { text } from '../../schema/text.ts';
import { defineRecordKind } from '../definition/define-record-kind.ts';
import { now } from '../definition/now.ts';
import { outcomes } from '../outcomes/outcome.kind.ts';
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
  dimensions: [agent, session, customer, tool],
  time: 'occurredAt',
  amount: 'cost',
  defaults: { occurredAt: now },
  filters: {
    ...agentFilter,
    ...customerFilter,
    ...sessionFilter,
    ...toolFilter,
    type: text(255, 1).optional().meta({ description: 'Only events of this type.' }),
    ...between('occurredAt'),
  },
  generates: { kind: outcomes, valued: tool, properties: { generatedAt: 'occurredAt' } },
});
