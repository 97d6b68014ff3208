import { defineEntity, p } from '@mikro-orm/core';

/** A developer beside its records, on whichever node they are: see `distribution/citus.ts`. */
export const TenantEntity = defineEntity({
  name: 'Tenant',
  tableName: 'tenants',
  properties: { developerId: p.uuid().primary() },
});
