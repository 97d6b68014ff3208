import { agent, hidden, session } from '../../../packages/service/src/kinds/dimensions.ts';
import { defineRecordKind } from '../../../packages/service/src/records/definition/define-record-kind.ts';
import { agentFilter, between, sessionFilter } from '../../../packages/service/src/schema/list-fields.ts';
import { ProbeEntity } from './probe.entity.ts';
import { Probe, RecordProbeInput } from './probe.schema.ts';

export const probeDeclaration = {
  name: 'probes',
  noun: 'probe',
  description: 'Records a probe that an agent took.',
  facts: [9],
  entity: ProbeEntity,
  input: RecordProbeInput,
  output: Probe,
  dimensions: [agent, hidden(session)],
  time: 'takenAt',
  amount: 'reading',
  defaults: { unit: () => 'kg' },
  filters: { ...agentFilter, ...sessionFilter, ...between('takenAt') },
} as const;

export const probes = defineRecordKind(probeDeclaration);
