import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { namesOf } from '../database/entity-metadata.ts';
import { DeveloperClaim } from '../people/accounts/developer-claim.entity.ts';
import { UserSession } from '../people/accounts/user-session.entity.ts';
import { ApiKey } from '../people/api-keys/api-key.entity.ts';
import { Developer } from '../people/developers/developer.entity.ts';

/** A key that was active in the backup. */
export type RevokedKey = { id: string; prefix: string; name: string; developerName: string };

const keys = namesOf(ApiKey);

/**
 * Ends what gives access in a restored database, because a backup brings back what was revoked or ended after it, perhaps
 * in answer to an incident: all sessions, all unused claim links and, unless they are kept, all API keys. Returns the keys
 * that it has revoked, newest first.
 */
export async function endAccess(
  client: PoolClient,
  { keepsKeys }: { keepsKeys: boolean },
): Promise<RevokedKey[]> {
  const claims = namesOf(DeveloperClaim);
  await client.query(`delete from ${namesOf(UserSession)}`);
  await client.query(`delete from ${claims} where ${claims.usedAt} is null`);
  if (keepsKeys) return [];
  const developers = namesOf(Developer, 'd');
  const { rows } = await client.query<RevokedKey>(
    `with revoked as (
       update ${keys} set ${keys.revokedAt} = now() where ${keys.revokedAt} is null
         and (${keys.expiresAt} is null or ${keys.expiresAt} > now()) returning *)
     select k.id, k.prefix, k.name, ${developers.name} as "developerName"
     from revoked k join ${developers} on ${developers.id} = k.developer_id order by k.id desc`,
  );
  return rows;
}

/** Makes keys that a restore has revoked valid again. */
export async function reinstateKeys(database: Database, ids: readonly string[]): Promise<void> {
  await database.rows(
    'keys_reinstate',
    `update ${keys} set ${keys.revokedAt} = null where ${keys.id} = any($1::uuid[])`,
    [ids],
  );
}
