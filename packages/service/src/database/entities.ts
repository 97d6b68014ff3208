import { Agent } from '../agents/agent.entity.ts';
import { ApiKey } from '../api-keys/api-key.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Developer } from '../developers/developer.entity.ts';
import { EventEntity } from '../events/event.entity.ts';
import { GoalType } from '../goal-types/goal-type.entity.ts';
import { GoalEntity } from '../goals/goal.entity.ts';
import { IdempotencyKey } from '../idempotency/idempotency-key.entity.ts';
import { OutcomeEntity } from '../outcomes/outcome.entity.ts';
import { RevenueEntity } from '../revenues/revenue.entity.ts';
import { Session } from '../sessions/session.entity.ts';
import { Tool } from '../tools/tool.entity.ts';

/** Every table, so that the migrations can be checked against them. */
export const entities = [
  Developer,
  ApiKey,
  IdempotencyKey,
  Agent,
  Customer,
  Session,
  Tool,
  GoalType,
  RevenueEntity,
  OutcomeEntity,
  GoalEntity,
  EventEntity,
];
