import { defineEntity, p } from '@mikro-orm/core';

/** Lies on the Citus node of the tenant's records. */
export const TenantEntity = defineEntity({
  name: 'Tenant',
  tableName: 'tenants',
  properties: { developerId: p.uuid().primary() },
});
