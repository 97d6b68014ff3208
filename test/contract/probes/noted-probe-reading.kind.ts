import { defineEntity, p } from '@mikro-orm/core';
import { defineRecordKind } from '../../../packages/service/src/records/definition/define-record-kind.ts';
import { text, textOut } from '../../../packages/service/src/schema/text.ts';
import { probeReadingColumns } from './probe-reading.entity.ts';
import { probeReadingDeclaration } from './probe-reading.kind.ts';
import { ProbeReading, RecordProbeReadingInput } from './probe-reading.schema.ts';

/** Readings with one more optional field: a property of the entity and of each schema. */
export const notedProbeReadings = defineRecordKind({
  ...probeReadingDeclaration,
  entity: defineEntity({
    name: 'NotedProbeReading',
    tableName: 'probe_readings',
    properties: { ...probeReadingColumns, note: p.text().nullable() },
  }),
  input: RecordProbeReadingInput.extend({ note: text(100).nullish().meta({ description: 'A note.' }) }),
  output: ProbeReading.extend({ note: textOut().nullable().meta({ description: 'A note.' }) }),
});
