import { agents } from '../../catalogue/agents.ts';
import { customers } from '../../catalogue/customers.ts';
import { sessions } from '../../catalogue/sessions/sessions.ts';
import { tools } from '../../catalogue/tools.ts';
import { between } from '../../schema/list-filters.ts';
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
  dimensions: [agents, sessions, customers, tools],
  time: 'generatedAt',
  amount: 'value',
  references: { goalId: 'goals' },
  defaults: { generatedAt: now },
  filters: {
    ...agents.keyFilter,
    ...agents.idFilter,
    ...customers.keyFilter,
    ...customers.idFilter,
    ...sessions.keyFilter,
    ...tools.keyFilter,
    toolId: tools.idFilter.toolId.meta({ description: 'Only outcomes of this tool.' }),
    goalId: RecordId.optional().meta({ description: 'Only outcomes of this goal.' }),
    ...between('generatedAt'),
  },
});
