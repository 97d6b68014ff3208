import { agent, customer, session, tool } from '../../kinds/record-dimensions.ts';
import {
  agentFilter,
  between,
  customerFilter,
  sessionFilter,
  toolFilter,
} from '../../schema/list-filters.ts';
import { RecordId } from '../../schema/record-id.ts';
import { defineRecordKind } from '../definition/define-record-kind.ts';
import { now } from '../definition/now.ts';
import { OutcomeEntity } from './outcome.entity.ts';
import { Outcome, RecordOutcomeInput } from './outcome.schema.ts';

export const outcomes = defineRecordKind({
  name: 'outcomes',
  noun: 'valuable outcome record',
  description:
    'Records a valuable outcome directly. Goals and events generate theirs by themselves when their goal type or tool has a value.',
  facts: [2],
  entity: OutcomeEntity,
  input: RecordOutcomeInput,
  output: Outcome,
  dimensions: [agent, session, customer, tool],
  time: 'generatedAt',
  amount: 'value',
  references: { goalId: 'goals' },
  defaults: { generatedAt: now },
  filters: {
    ...agentFilter,
    ...customerFilter,
    ...sessionFilter,
    ...toolFilter,
    toolId: RecordId.optional().meta({ description: 'Only outcomes of this tool.' }),
    goalId: RecordId.optional().meta({ description: 'Only outcomes of this goal.' }),
    ...between('generatedAt'),
  },
});
