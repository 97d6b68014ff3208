import { defineEntity, p } from '@mikro-orm/core';
import { defineRecordKind } from '../../../packages/service/src/records/definition/define-record-kind.ts';
import { text, textOut } from '../../../packages/service/src/schema/text.ts';
import { probeColumns } from './probe.entity.ts';
import { probeDeclaration } from './probe.kind.ts';
import { Probe, RecordProbeInput } from './probe.schema.ts';

/** Probes with one more optional field: a property of the entity and of each schema. */
export const notedProbes = defineRecordKind({
  ...probeDeclaration,
  entity: defineEntity({
    name: 'NotedProbe',
    tableName: 'probes',
    properties: { ...probeColumns, note: p.text().nullable() },
  }),
  input: RecordProbeInput.extend({ note: text(100).nullish().meta({ description: 'A note.' }) }),
  output: Probe.extend({ note: textOut().nullable().meta({ description: 'A note.' }) }),
});
