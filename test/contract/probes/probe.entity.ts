import { defineEntity, p } from '@mikro-orm/core';
import {
  decimal,
  instant,
  recordIndexes,
  tenantKey,
} from '../../../packages/service/src/database/columns.ts';

const indexes = recordIndexes('probes', ['agentId', 'sessionId'], 'takenAt');

export const probeColumns = {
  ...tenantKey,
  createdAt: instant(),
  agentId: p.uuid().nullable(),
  sessionId: p.uuid().nullable(),
  reading: decimal(),
  unit: p.text().nullable(),
  takenAt: instant(),
};

export const ProbeEntity = defineEntity({
  name: 'Probe',
  tableName: 'probes',
  properties: probeColumns,
  indexes,
});
