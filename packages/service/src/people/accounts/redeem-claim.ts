import { namesOf } from '../../database/entity-metadata.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { Developer } from '../developers/developer.entity.ts';
import { type ClaimFault, faultOfClaim, hashClaimToken, UNKNOWN_CLAIM } from './claim-state.ts';
import { DeveloperClaim } from './developer-claim.entity.ts';
import { User } from './user.entity.ts';

const claims = namesOf(DeveloperClaim);
const c = namesOf(DeveloperClaim, 'c');
const d = namesOf(Developer, 'd');
const u = namesOf(User, 'u');

type UsableClaim = { developerId: string } | { fault: ClaimFault };

/** The developer of a claim link, or why the link does not work. */
export async function readClaim(rows: QueryRows, token: string): Promise<UsableClaim> {
  const [row] = await rows(
    'claim_by_token',
    `select ${d.id}, ${d.name}, ${c.createdAt}, ${c.usedAt}, ${u.id}
     from ${c} join ${d} on ${d.id} = ${c.developerId} left join ${u} on ${u.developerId} = ${d.id}
     where ${c.hash} = $1`,
    [hashClaimToken(token)],
  );
  if (!row) return { fault: UNKNOWN_CLAIM };
  const [developerId, developerName, created, usedAt, owner] = row as [
    string,
    string,
    string,
    unknown,
    unknown,
  ];
  const claim = { developerName, createdAt: new Date(created), usedAt, hasOwner: owner !== null };
  const fault = faultOfClaim(claim);
  return fault ? { fault } : { developerId };
}

/**
 * Uses a claim link up for this user, if it still works. Locks the link and its developer until the transaction ends,
 * so that of two people with one link, or with two links to one developer, only one succeeds.
 */
export async function useClaim(rows: QueryRows, token: string, userId: string): Promise<UsableClaim> {
  const hash = hashClaimToken(token);
  await rows(
    'lock_claim',
    `select 1 from ${c} join ${d} on ${d.id} = ${c.developerId} where ${c.hash} = $1 for update of c, d`,
    [hash],
  );
  // A statement of its own: it sees what was committed while the lock was awaited, and the locking statement may not.
  const claim = await readClaim(rows, token);
  if ('fault' in claim) return claim;
  await rows(
    'mark_claim_used',
    `update ${claims} set ${claims.usedAt} = now(), ${claims.usedBy} = $2 where ${claims.hash} = $1`,
    [hash, userId],
  );
  return claim;
}
