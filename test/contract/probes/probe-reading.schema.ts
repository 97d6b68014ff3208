import { z } from 'zod';
import { agents } from '../../../packages/service/src/catalogue/agents.ts';
import { customers } from '../../../packages/service/src/catalogue/customers.ts';
import { sessions } from '../../../packages/service/src/catalogue/sessions/sessions.ts';
import { tools } from '../../../packages/service/src/catalogue/tools.ts';
import { Decimal, DecimalOut } from '../../../packages/service/src/schema/decimal.ts';
import { InstantOut, RecordTime } from '../../../packages/service/src/schema/instant.ts';
import { correctedOut, createdAt, updatedAt } from '../../../packages/service/src/schema/record-fields.ts';
import { OwnId, RecordId } from '../../../packages/service/src/schema/record-id.ts';
import { samples } from '../../../packages/service/src/schema/scalars-and-samples.ts';
import { Key, text, textOut } from '../../../packages/service/src/schema/text.ts';

const sample = { reading: '3.5', unit: 'kg', takenAt: '2026-01-01T00:00:00.000Z', agentKey: 'scale' };
const sampleId = '018d0c3e-7a8f-7d10-b6a4-3c2e1f0d9b12';

/** The body of `POST /v1/probe-readings`. */
export const RecordProbeReadingInput = z
  .strictObject({
    reading: Decimal.meta({ description: 'The measured amount.' }),
    unit: text(20, 1).nullish().meta({ description: 'The unit of the reading; `kg` if absent.' }),
    takenAt: RecordTime.nullish().meta({ description: 'When it was taken; now if absent.' }),
    key: Key.nullish().meta({ description: 'A key of your own for this reading.' }),
    ...agents.keyIn,
    ...customers.keyIn,
    ...sessions.keyIn,
    ...tools.keyIn,
    goalKey: Key.nullish().meta({ description: 'Key of the goal type that it was taken for.' }),
    eventId: RecordId.nullish().meta({ description: 'Id of the event that took it.' }),
  })
  .register(samples, { sample });

/** A reading as every surface shows it. */
export const ProbeReading = z
  .object({
    id: OwnId,
    key: textOut().meta({ description: 'Your key, or a generated one.' }),
    ...agents.keyOut,
    ...customers.keyOut,
    ...sessions.keyOut,
    ...tools.keyOut,
    goalKey: textOut().nullable().meta({ description: 'Key of the goal type.' }),
    eventId: RecordId.nullable().meta({ description: 'Id of the event that took it.' }),
    reading: DecimalOut.meta({ description: 'The measured amount.' }),
    unit: textOut().meta({ description: 'The unit of the reading.' }),
    takenAt: InstantOut.meta({ description: 'When it was taken, in UTC.' }),
    ...correctedOut,
    createdAt,
    updatedAt,
  })
  .meta({ description: 'A reading that an agent took.' })
  .register(samples, {
    sample: {
      id: sampleId,
      key: `prb_${sampleId}`,
      ...sample,
      customerKey: null,
      sessionKey: null,
      toolKey: null,
      goalKey: null,
      eventId: null,
      status: 'active' as const,
      version: 1,
      createdAt: '2026-01-01T00:00:00.123Z',
      updatedAt: '2026-01-01T00:00:00.123Z',
    },
  });
