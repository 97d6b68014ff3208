import { agent, customer, goalType, session } from '../../kinds/record-dimensions.ts';
import {
  agentFilter,
  between,
  customerFilter,
  goalTypeFilter,
  sessionFilter,
} from '../../schema/list-filters.ts';
import { defineRecordKind } from '../definition/define-record-kind.ts';
import { now } from '../definition/now.ts';
import { outcomes } from '../outcomes/outcome.kind.ts';
import { GoalEntity } from './goal.entity.ts';
import { Goal, RecordGoalInput } from './goal.schema.ts';

export const goals = defineRecordKind({
  name: 'goals',
  noun: 'goal achievement record',
  description:
    'Records that a goal was achieved. When its type has a value, a valuable outcome is generated with it.',
  facts: [3],
  entity: GoalEntity,
  input: RecordGoalInput,
  output: Goal,
  dimensions: [goalType, agent, session, customer],
  time: 'achievedAt',
  defaults: { achievedAt: now },
  filters: {
    ...agentFilter,
    ...customerFilter,
    ...sessionFilter,
    ...goalTypeFilter,
    ...between('achievedAt'),
  },
  generates: { kind: outcomes, valued: goalType, properties: { goalId: 'id', generatedAt: 'achievedAt' } },
});
