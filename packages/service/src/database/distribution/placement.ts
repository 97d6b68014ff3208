import type { EntityMetadata, MetadataStorage } from '@mikro-orm/core';
import { namesOf } from '../entity-metadata.ts';
import { TenantEntity } from '../tenant.entity.ts';

/**
 * Tables that stay whole on the coordinator of a cluster: those that a call reads before it knows its tenant, such as
 * keys and sessions, and those that belong to no tenant. All other tables have the tenant first in their primary key.
 */
const wholeTables: ReadonlySet<string> = new Set([
  'developers',
  'api_keys',
  'users',
  'user_sessions',
  'user_accounts',
  'developer_claims',
  'replica_marks',
  'required_schema',
]);

/** Name of the column with the tenant, which is first in the primary key and in every unique index of its tables. */
export const TENANT_COLUMN = namesOf(TenantEntity).developerId;

/** Names of the tables that are distributed by tenant, and of those that stay whole. */
export type Placement = {
  tenant: string[];
  whole: string[];
};

/**
 * Throws for a table that is neither or both: without a decision, a new table would stay on the coordinator
 * unnoticed.
 */
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
