import { agents } from '../../../packages/service/src/catalogue/agents.ts';
import { customers } from '../../../packages/service/src/catalogue/customers.ts';
import { goalTypes } from '../../../packages/service/src/catalogue/goal-types.ts';
import { sessions } from '../../../packages/service/src/catalogue/sessions/sessions.ts';
import { tools } from '../../../packages/service/src/catalogue/tools.ts';
import { defineRecordKind } from '../../../packages/service/src/records/definition/define-record-kind.ts';
import { now } from '../../../packages/service/src/records/definition/now.ts';
import { between } from '../../../packages/service/src/schema/list-filters.ts';
import { RecordId } from '../../../packages/service/src/schema/record-id.ts';
import { Key } from '../../../packages/service/src/schema/text.ts';
import { ProbeReadingEntity } from './probe-reading.entity.ts';
import { ProbeReading, RecordProbeReadingInput } from './probe-reading.schema.ts';

export const probeReadingDeclaration = {
  name: 'probeReadings',
  noun: 'probe reading',
  description: 'Records a reading that an agent took.',
  facts: [9],
  entity: ProbeReadingEntity,
  input: RecordProbeReadingInput,
  output: ProbeReading,
  dimensions: [agents, customers, sessions, tools, goalTypes],
  time: 'takenAt',
  amount: 'reading',
  keyPrefix: 'prb_',
  references: { eventId: 'events' },
  defaults: { unit: () => 'kg', takenAt: now },
  filters: {
    ...agents.keyFilter,
    ...agents.idFilter,
    ...customers.keyFilter,
    ...customers.idFilter,
    ...sessions.keyFilter,
    ...tools.keyFilter,
    ...goalTypes.keyFilter,
    eventId: RecordId.optional().meta({ description: 'Only readings of this event.' }),
    key: Key.optional().meta({ description: 'Only the reading with this key of yours.' }),
    ...between('takenAt'),
  },
} as const;

export const probeReadings = defineRecordKind(probeReadingDeclaration);
