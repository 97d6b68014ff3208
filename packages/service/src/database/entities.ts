import { DeveloperClaim } from '../accounts/developer-claim.entity.ts';
import { User } from '../accounts/user.entity.ts';
import { UserAccount } from '../accounts/user-account.entity.ts';
import { UserSession } from '../accounts/user-session.entity.ts';
import { AgentEntity } from '../agents/agent.entity.ts';
import { ApiKey } from '../api-keys/api-key.entity.ts';
import { CustomerEntity } from '../customers/customer.entity.ts';
import { Developer } from '../developers/developer.entity.ts';
import { EventEntity } from '../events/event.entity.ts';
import { GoalTypeEntity } from '../goal-types/goal-type.entity.ts';
import { GoalEntity } from '../goals/goal.entity.ts';
import { IdempotencyKey } from '../kernel/idempotency-key.entity.ts';
import { CommitEntity } from '../kernel/live/commit.entity.ts';
import { RollupEntity } from '../kernel/rollups/rollup.entity.ts';
import { RollupDeltaEntity } from '../kernel/rollups/rollup-delta.entity.ts';
import { TenantEntity } from '../kernel/tenant.entity.ts';
import { OutcomeEntity } from '../outcomes/outcome.entity.ts';
import { ReportEntity } from '../reports/report.entity.ts';
import { RevenueEntity } from '../revenues/revenue.entity.ts';
import { SessionEntity } from '../sessions/session.entity.ts';
import { ToolEntity } from '../tools/tool.entity.ts';
import { ReplicaMarkEntity } from './replicas/replica-mark.entity.ts';

/** Every table, so that the migrations can be checked against them. */
export const entities = [
  Developer,
  TenantEntity,
  ApiKey,
  IdempotencyKey,
  AgentEntity,
  CustomerEntity,
  SessionEntity,
  ToolEntity,
  GoalTypeEntity,
  RevenueEntity,
  OutcomeEntity,
  GoalEntity,
  EventEntity,
  RollupEntity,
  RollupDeltaEntity,
  ReportEntity,
  CommitEntity,
  User,
  UserSession,
  UserAccount,
  DeveloperClaim,
  ReplicaMarkEntity,
];
