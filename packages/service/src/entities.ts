import { AgentEntity } from './catalogue/agents/agent.entity.ts';
import { CustomerEntity } from './catalogue/customers/customer.entity.ts';
import { GoalTypeEntity } from './catalogue/goal-types/goal-type.entity.ts';
import { SessionEntity } from './catalogue/sessions/session.entity.ts';
import { ToolEntity } from './catalogue/tools/tool.entity.ts';
import { ReplicaMarkEntity } from './database/replicas/replica-mark.entity.ts';
import { RequiredSchemaEntity } from './database/required-schema.entity.ts';
import { TenantEntity } from './database/tenant.entity.ts';
import { IdempotencyKey } from './ledger/idempotency-key.entity.ts';
import { CommitEntity } from './live/commit.entity.ts';
import { ForgottenCommitsEntity } from './live/forgotten-commits.entity.ts';
import { StoredAnswer } from './operations/stored-answer.entity.ts';
import { DeveloperClaim } from './people/accounts/developer-claim.entity.ts';
import { User } from './people/accounts/user.entity.ts';
import { UserAccount } from './people/accounts/user-account.entity.ts';
import { UserSession } from './people/accounts/user-session.entity.ts';
import { ApiKey } from './people/api-keys/api-key.entity.ts';
import { Developer } from './people/developers/developer.entity.ts';
import type { AnyRecordKind } from './records/definition/define-record-kind.ts';
import { ReportEntity } from './reports/report.entity.ts';
import { RollupEntity } from './rollups/rollup.entity.ts';
import { RollupDeltaEntity } from './rollups/rollup-delta.entity.ts';

/** All tables except those of records. */
const others = [
  Developer,
  TenantEntity,
  ApiKey,
  IdempotencyKey,
  StoredAnswer,
  AgentEntity,
  CustomerEntity,
  SessionEntity,
  ToolEntity,
  GoalTypeEntity,
  RollupEntity,
  RollupDeltaEntity,
  ReportEntity,
  CommitEntity,
  ForgottenCommitsEntity,
  User,
  UserSession,
  UserAccount,
  DeveloperClaim,
  ReplicaMarkEntity,
  RequiredSchemaEntity,
];

/** All tables of a service, against which the migrations are checked. Throws if a dimension has no table. */
export function entitiesOf(kinds: readonly AnyRecordKind[]) {
  const entities = [...others, ...kinds.map(({ entity }) => entity)];
  const tables = new Set(entities.map(({ meta }) => meta.tableName));
  for (const { table } of kinds.flatMap(({ dimensions }) => dimensions))
    if (!tables.has(table)) throw new Error(`No entity has the table ${table}.`);
  return entities;
}
