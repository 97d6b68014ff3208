import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from '../../base/errors.ts';
import { ACCOUNT_SCOPE } from '../../base/scopes.ts';
import { placementOf, TENANT_COLUMN } from '../../database/distribution/placement.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { TenantEntity } from '../../database/tenant.entity.ts';
import { IdempotencyKey } from '../../ledger/idempotency-key.entity.ts';
import { CommitEntity } from '../../live/commit.entity.ts';
import { ForgottenCommitsEntity } from '../../live/forgotten-commits.entity.ts';
import { defineCommand } from '../../operations/define.ts';
import { RollupEntity } from '../../rollups/rollup.entity.ts';
import { RollupDeltaEntity } from '../../rollups/rollup-delta.entity.ts';
import { ApiKey } from '../api-keys/api-key.entity.ts';
import { Developer } from '../developers/developer.entity.ts';
import { Claimed, ClaimInput } from './account.schema.ts';
import { callingUser, showDeveloper } from './calling-user.ts';
import { type ClaimFault, faultOfClaim, hashClaimToken, UNKNOWN_CLAIM } from './claim-state.ts';
import { DeveloperClaim } from './developer-claim.entity.ts';
import { User } from './user.entity.ts';

const k = namesOf(ApiKey);
const u = namesOf(User);
const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** Tables that may have rows of an empty developer. */
const ignoredTables: ReadonlySet<string> = new Set(
  [CommitEntity, ForgottenCommitsEntity, IdempotencyKey, RollupDeltaEntity, RollupEntity, TenantEntity].map(
    ({ meta }) => meta.tableName,
  ),
);

type DeveloperContents = {
  has_records: boolean;
  has_keys: boolean;
  has_uses: boolean;
  is_recording: boolean;
};

/**
 * The caller leaves an empty developer. One with records or working keys is refused: nothing is lost.
 */
export const claimDeveloper = defineCommand({
  name: 'account.claim',
  summary: 'Take over a developer with the token of its claim link',
  scope: ACCOUNT_SCOPE,
  withoutMount: 'The dashboard alone serves accounts.',
  input: ClaimInput,
  output: Claimed,
  errors: ['Not Found'],
  changesDeveloper: true,
  toSecurityEvent: ({ developer }) => ({ event: 'claim_used', developerId: developer.id }),
  refusalEvent: 'claim_refused',
  async run({ em, principal }, { token }) {
    // This order prevents deadlocks: claims by a user meet at the user, links to a developer at the developer.
    const user = await callingUser(em, principal, locked);
    const claim = await em.findOne(DeveloperClaim, { hash: hashClaimToken(token) }, locked);
    if (!claim) throw refused(UNKNOWN_CLAIM);
    const { developerId } = claim;
    // A retry after a lost response succeeds.
    if (user.developerId === developerId) return { developer: await showDeveloper(em, developerId) };
    const { name } = await em.findOneOrFail(Developer, { id: developerId }, locked);
    const hasOwner = (await em.count(User, { developerId })) > 0;
    const { createdAt, usedAt } = claim;
    const fault = faultOfClaim({ developerName: name, createdAt, usedAt, hasOwner });
    if (fault) throw refused(fault);
    await requireEmpty(em, user);
    claim.usedAt = databaseNow();
    claim.usedBy = user.id;
    user.developerId = developerId;
    return { developer: await showDeveloper(em, developerId) };
  },
});

async function requireEmpty(em: EntityManager, { id, developerId }: User): Promise<void> {
  const kept = placementOf(em.getMetadata()).tenant.filter((table) => !ignoredTables.has(table));
  const found = kept.map((table) => `exists (select 1 from ${table} where ${TENANT_COLUMN} = :developerId)`);
  const keys = `exists (select 1 from ${k} where ${k.developerId} = :developerId and ${k.revokedAt} is null
    and (${k.expiresAt} is null or ${k.expiresAt} > now()))`;
  // Records sent before a revocation may be written later; last use is precise to a minute.
  const uses = `exists (select 1 from ${k} where ${k.developerId} = :developerId
    and ${k.lastUsedAt} > now() - interval '2 minutes')`;
  const recording = `exists (select 1 from ${u} where ${u.id} = ? and ${u.recordingAt} > now() - interval '2 minutes')`;
  const [row] = await em.execute<[DeveloperContents]>(
    `select ${found.join(' or ')} as has_records, ${keys} as has_keys, ${uses} as has_uses,
       ${recording} as is_recording`.replaceAll(':developerId', '?'),
    [...Array.from({ length: found.length + 2 }, () => developerId), id],
  );
  if (row.has_records) {
    throw new OutturnError('Invalid Request', {
      message:
        'Your account has records of its own, which it would leave behind. Sign up with another email and claim from there.',
    });
  }
  if (row.has_keys) {
    throw new OutturnError('Invalid Request', {
      message: 'Your account has API keys of its own. Revoke them, then claim.',
    });
  }
  if (row.has_uses) {
    throw new OutturnError('Invalid Request', {
      message:
        'An API key of your account was used a moment ago, and its calls may still be under way. Claim again in two minutes.',
    });
  }
  if (row.is_recording) {
    throw new OutturnError('Invalid Request', {
      message: 'You sent records a moment ago, which may still be under way. Claim again in two minutes.',
    });
  }
}

function refused(fault: ClaimFault): OutturnError {
  return new OutturnError('Not Found', { message: fault.message });
}
