import type { Database } from '../../database/database.ts';
import { claimId, endOfClaim, faultOfClaim } from '../accounts/claim-state.ts';

/** A claim link as operators see it. `id` does not reveal its token. */
export type ClaimSummary = {
  id: string;
  developerName: string;
  createdAt: Date;
  expiresAt: Date;
  /** `owned`: not used, but an account owns the developer, so that the link does not work. */
  state: 'open' | 'used' | 'expired' | 'owned';
};

/** All claim links of the last 30 days, by age. */
export async function listClaims(database: Database): Promise<ClaimSummary[]> {
  const rows = await database.rows(
    'claims_list',
    `select ${claimId('c.hash')}, d.name, c.created_at, c.used_at, u.id
     from developer_claims c join developers d on d.id = c.developer_id left join users u on u.developer_id = d.id
     order by c.created_at`,
    [],
  );
  return rows.map(([id, name, created, usedAt, owner]) => {
    const createdAt = new Date(created as string);
    const developerName = name as string;
    const hasOwner = owner !== null;
    const fault = faultOfClaim({ developerName, createdAt, usedAt, hasOwner });
    const ended = fault?.isExpired ? 'expired' : 'owned';
    const unused = fault ? ended : 'open';
    return {
      id: id as string,
      developerName,
      createdAt,
      expiresAt: endOfClaim(createdAt),
      state: usedAt === null ? unused : 'used',
    };
  });
}
