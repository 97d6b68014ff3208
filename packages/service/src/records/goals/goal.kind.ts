import { agents } from '../../catalogue/agents.ts';
import { customers } from '../../catalogue/customers.ts';
import { goalTypes } from '../../catalogue/goal-types.ts';
import { sessions } from '../../catalogue/sessions/sessions.ts';
import { between } from '../../schema/list-filters.ts';
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
  dimensions: [goalTypes, agents, sessions, customers],
  time: 'achievedAt',
  defaults: { achievedAt: now },
  filters: {
    ...agents.keyFilter,
    ...agents.idFilter,
    ...customers.keyFilter,
    ...customers.idFilter,
    ...sessions.keyFilter,
    goalKey: goalTypes.keyFilter.goalKey.meta({ description: 'Only goals of this type.' }),
    ...between('achievedAt'),
  },
  generates: {
    kind: outcomes,
    valued: goalTypes,
    properties: { goalId: 'id', generatedAt: 'achievedAt', metadata: 'metadata' },
  },
});
