import type { EntityMetadata, MetadataStorage } from '@mikro-orm/core';
import { namesOf } from '../entity-metadata.ts';
import { TenantEntity } from '../tenant.entity.ts';

/** Kept on the coordinator: calls read them before the tenant is known, or they have no tenant. */
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

/** First in primary keys and unique indexes of tenant tables. */
export const TENANT_COLUMN = namesOf(TenantEntity).developerId;

export type Placement = {
  tenant: string[];
  whole: string[];
};

/** Throws for an undecided table. */
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
