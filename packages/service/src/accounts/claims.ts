import { hash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../database/database.ts';
import type { QueryRows } from '../database/rows.ts';
import { ensureDeveloper, findDeveloper } from '../developers/index.ts';
import type { Plan } from '../kernel/principal.ts';
import { DeveloperClaim } from './developer-claim.entity.ts';
import { describeOwner, ownerOf } from './owner-of.ts';

const DAY = 86_400_000;

/** How long a claim link works, in days. */
export const CLAIM_DAYS = 7;
/** How long a claim is remembered, in days: until then, its link says why it no longer works. */
const REMEMBERED_DAYS = 30;
/** Characters of a claim's id. */
const ID_LENGTH = 12;

/** A claim that does not work, in words for whoever holds its link. */
export type ClaimFault = { isExpired: boolean; message: string };

type ClaimState = { developerName: string; createdAt: Date; usedAt: unknown; hasOwner: boolean };

export function hashClaimToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export const UNKNOWN_CLAIM: ClaimFault = {
  isExpired: false,
  message: 'This claim link is not valid, or it was used before.',
};

/** Why a claim cannot be used; undefined where it can. */
export function faultOfClaim(claim: ClaimState): ClaimFault | undefined {
  if (claim.usedAt !== null || claim.hasOwner) return UNKNOWN_CLAIM;
  if (endOf(claim.createdAt).getTime() > Date.now()) return undefined;
  const remedy = `outturn developers claim ${JSON.stringify(claim.developerName)}`;
  return {
    isExpired: true,
    message: `This claim link has expired: it worked for ${CLAIM_DAYS} days. The operator of this installation can make a new one: ${remedy}`,
  };
}

/** The claim of a token as it is now, with the developer that it hands over. */
export async function readClaim(
  rows: QueryRows,
  token: string,
): Promise<{ developerId: string } | { fault: ClaimFault }> {
  const [row] = await rows(
    'claim_by_token',
    `select d.id, d.name, c.created_at, c.used_at, u.id
     from developer_claims c join developers d on d.id = c.developer_id left join users u on u.developer_id = d.id
     where c.hash = $1`,
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

/** Locks the claim of a token and its developer until the transaction ends. */
export async function lockClaim(rows: QueryRows, token: string): Promise<void> {
  await rows(
    'lock_claim',
    `select 1 from developer_claims c join developers d on d.id = c.developer_id
     where c.hash = $1 for update of c, d`,
    [hashClaimToken(token)],
  );
}

export async function markClaimUsed(rows: QueryRows, token: string, userId: string): Promise<void> {
  await rows('mark_claim_used', 'update developer_claims set used_at = now(), used_by = $2 where hash = $1', [
    hashClaimToken(token),
    userId,
  ]);
}

type NewClaim = { developerName: string; plan: Plan };

/** The token is returned here and never again. */
type MadeClaim = { token: string; developerId: string; hasNewDeveloper: boolean };

/**
 * A token with which one person takes over a developer that belongs to no account, once and within a week. Makes the
 * developer when the name is new. Throws when an account owns it.
 */
export function createClaim(database: Database, { developerName, plan }: NewClaim): Promise<MadeClaim> {
  return database.transactional(async (em) => {
    const hasNewDeveloper = await ensureDeveloper(em, { name: developerName, plan });
    const { id: developerId } = await findDeveloper(em, developerName);
    return { token: await addClaim(em, developerName), developerId, hasNewDeveloper };
  });
}

/** The same for a developer that exists, within a transaction. */
export async function addClaim(em: EntityManager, developerName: string): Promise<string> {
  const developer = await findDeveloper(em, developerName);
  const owner = await ownerOf(em, developer.id);
  if (owner) {
    throw new Error(
      `The developer ${JSON.stringify(developerName)} belongs to an account already: ${describeOwner(owner)}.`,
    );
  }
  const token = randomBytes(32).toString('base64url');
  em.create(DeveloperClaim, {
    hash: hashClaimToken(token),
    developerId: developer.id,
    createdAt: new Date(),
  });
  return token;
}

/** A claim as operators see it. `id` tells nothing of its token. */
export type ClaimSummary = {
  id: string;
  developerName: string;
  createdAt: Date;
  expiresAt: Date;
  state: 'open' | 'used' | 'expired';
};

/** All claims of the last 30 days, by age. */
export async function listClaims(database: Database): Promise<ClaimSummary[]> {
  const rows = await database.rows(
    'claims_list',
    `select left(encode(c.hash, 'hex'), ${ID_LENGTH}), d.name, c.created_at, c.used_at, u.id
     from developer_claims c join developers d on d.id = c.developer_id left join users u on u.developer_id = d.id
     order by c.created_at`,
    [],
  );
  return rows.map(([id, developerName, created, usedAt, owner]) => {
    const createdAt = new Date(created as string);
    const claim = { developerName: developerName as string, createdAt, usedAt, hasOwner: owner !== null };
    const fault = faultOfClaim(claim);
    const ended = fault?.isExpired ? 'expired' : 'used';
    return {
      id: id as string,
      developerName: claim.developerName,
      createdAt,
      expiresAt: endOf(createdAt),
      state: fault ? ended : 'open',
    };
  });
}

/** Ends a claim that was not used, by its id. Returns the id of its developer; undefined where there is no such claim. */
export async function withdrawClaim(database: Database, id: string): Promise<string | undefined> {
  const [row] = await database.rows(
    'claim_withdraw',
    `delete from developer_claims where left(encode(hash, 'hex'), ${ID_LENGTH}) = $1 and used_at is null
     returning developer_id`,
    [id],
  );
  return (row?.[0] as string | undefined) ?? undefined;
}

/** Removes claims, used or not, of which nobody needs to know any more. */
export async function forgetOldClaims(database: Database): Promise<void> {
  await database.rows(
    'claims_forget',
    `delete from developer_claims where created_at < now() - interval '${REMEMBERED_DAYS} days'`,
    [],
  );
}

function endOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + CLAIM_DAYS * DAY);
}
