import { defineEntity, p } from '@mikro-orm/core';
import {
  decimal,
  instant,
  recordColumns,
  recordIndexes,
} from '../../../packages/service/src/database/entity-properties.ts';

const indexes = recordIndexes(
  'probe_readings',
  ['agentId', 'customerId', 'sessionId', 'toolId', 'goalTypeId', 'eventId', 'key'],
  'takenAt',
);

export const probeReadingColumns = {
  ...recordColumns,
  agentId: p.uuid().nullable(),
  customerId: p.uuid().nullable(),
  sessionId: p.uuid().nullable(),
  toolId: p.uuid().nullable(),
  goalTypeId: p.uuid().nullable(),
  /** Only a key that the client gave; a generated one is derived from the id. */
  key: p.text().nullable(),
  reading: decimal(),
  unit: p.text(),
  eventId: p.uuid().nullable(),
  takenAt: instant(),
};

export const ProbeReadingEntity = defineEntity({
  name: 'ProbeReading',
  tableName: 'probe_readings',
  properties: probeReadingColumns,
  indexes,
});
