import type { EntityMetadata, MetadataStorage } from '@mikro-orm/core';
import { namesOf } from '../entity-columns.ts';
import { TenantEntity } from '../tenant.entity.ts';

/**
 * Tables that stay whole, on the coordinator of a Citus cluster: who calls is looked up there by a key's hash, a token or
 * an email, before it is known which developer that is. Gateways' own marks belong to no developer at all.
 */
const wholeTables: ReadonlySet<string> = new Set([
  'developers',
  'api_keys',
  'users',
  'user_sessions',
  'user_accounts',
  'developer_claims',
  'replica_marks',
]);

/** The column that tenant tables are distributed by, first in their primary keys and unique indexes. */
export const TENANT_COLUMN = namesOf(TenantEntity).developerId;

export type Placement = {
  /** Distributed by developer, so that all that one developer has lies together. */
  tenant: string[];
  /** Kept whole. */
  whole: string[];
};

/** Where each table of the entities belongs on a Citus cluster. Throws for one of which nobody has decided. */
export function placementOf(metadata: MetadataStorage): Placement {
  const tables: EntityMetadata[] = [...metadata.getAll().values()];
  const placement: Placement = { tenant: [], whole: [] };
  for (const { tableName, props } of tables) {
    const [first] = props.filter(({ primary }) => primary);
    const isTenant = first?.fieldNames[0] === TENANT_COLUMN;
    if (isTenant === wholeTables.has(tableName)) {
      throw new Error(
        `${tableName} must either have ${TENANT_COLUMN} first in its primary key or be one of the tables that stay whole`,
      );
    }
    placement[isTenant ? 'tenant' : 'whole'].push(tableName);
  }
  return placement;
}
