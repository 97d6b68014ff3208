import { ReplicaMarkEntity } from './database/replicas/replica-mark.entity.ts';
import { RequiredSchemaEntity } from './database/required-schema.entity.ts';
import { TenantEntity } from './database/tenant.entity.ts';
import { CorrectionEntity } from './ledger/correcting/correction.entity.ts';
import { IdempotencyKey } from './ledger/idempotency-key.entity.ts';
import { RepricingEntity, RepricingStepEntity } from './ledger/repricing/repricing.entity.ts';
import { CommitEntity } from './live/commit.entity.ts';
import { ForgottenCommitsEntity } from './live/forgotten-commits.entity.ts';
import type { Model } from './model.ts';
import { DeveloperClaim } from './people/accounts/developer-claim.entity.ts';
import { User } from './people/accounts/user.entity.ts';
import { UserAccount } from './people/accounts/user-account.entity.ts';
import { UserSession } from './people/accounts/user-session.entity.ts';
import { ApiKey } from './people/api-keys/api-key.entity.ts';
import { Developer } from './people/developers/developer.entity.ts';
import { PriceEntity } from './price-book/price.entity.ts';
import { ReportEntity } from './reports/report.entity.ts';
import { RollupEntity } from './rollups/rollup.entity.ts';
import { RollupDeltaEntity } from './rollups/rollup-delta.entity.ts';
import { SpanEntity } from './traces/span.entity.ts';
import { ToldEventEntity } from './traces/told-event.entity.ts';
import { TraceSourceEntity } from './traces/trace-source.entity.ts';

/** All tables except those of records and dimensions. */
const others = [
  Developer,
  TenantEntity,
  ApiKey,
  IdempotencyKey,
  CorrectionEntity,
  RepricingEntity,
  RepricingStepEntity,
  RollupEntity,
  RollupDeltaEntity,
  ReportEntity,
  PriceEntity,
  SpanEntity,
  ToldEventEntity,
  TraceSourceEntity,
  CommitEntity,
  ForgottenCommitsEntity,
  User,
  UserSession,
  UserAccount,
  DeveloperClaim,
  ReplicaMarkEntity,
  RequiredSchemaEntity,
];

/** All tables of a service, against which the migrations are checked. */
export function entitiesOf({ dimensions, kinds }: Pick<Model, 'dimensions' | 'kinds'>) {
  return [
    ...others,
    ...[...dimensions, ...kinds].map(({ entity }) => entity),
    ...kinds.map(({ pastEntity }) => pastEntity),
  ];
}
