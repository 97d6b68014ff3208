import type { Database } from '../../database/database.ts';
import { claimId } from '../accounts/claim-state.ts';

/** How long a claim link is kept, in days: until then, it says why it no longer works. */
const KEPT_DAYS = 30;

/** Ends an unused claim link, by its id. Returns the id of its developer; undefined without such a link. */
export async function withdrawClaim(database: Database, id: string): Promise<string | undefined> {
  const [row] = await database.rows(
    'claim_withdraw',
    `delete from developer_claims where ${claimId('hash')} = $1 and used_at is null returning developer_id`,
    [id],
  );
  return (row?.[0] as string | undefined) ?? undefined;
}

/** Removes old claim links, used or not. */
export async function forgetOldClaims(database: Database): Promise<void> {
  await database.rows(
    'claims_forget',
    `delete from developer_claims where created_at < now() - interval '${KEPT_DAYS} days'`,
    [],
  );
}
