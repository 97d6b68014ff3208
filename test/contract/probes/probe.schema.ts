import { z } from 'zod';
import { Decimal, DecimalOut } from '../../../packages/service/src/schema/decimal.ts';
import { Instant, InstantOut } from '../../../packages/service/src/schema/instant.ts';
import {
  agentKey,
  agentOut,
  createdAt,
  sessionKey,
} from '../../../packages/service/src/schema/record-fields.ts';
import { OwnId } from '../../../packages/service/src/schema/record-id.ts';
import { samples } from '../../../packages/service/src/schema/registries.ts';
import { text, textOut } from '../../../packages/service/src/schema/text.ts';

const sample = { reading: '3.5', unit: 'kg', takenAt: '2026-01-01T00:00:00.000Z', agentKey: 'scale' };

/** The body of `POST /v1/probes`. */
export const RecordProbeInput = z
  .strictObject({
    reading: Decimal.meta({ description: 'What was measured.' }),
    unit: text(20, 1).nullish().meta({ description: 'The unit of the reading; `kg` if absent.' }),
    takenAt: Instant.meta({ description: 'When it was taken.' }),
    agentKey,
    sessionKey,
  })
  .register(samples, { sample });

/** A probe as every surface shows it. */
export const Probe = z
  .object({
    id: OwnId,
    agentKey: agentOut.agentKey,
    reading: DecimalOut.meta({ description: 'What was measured.' }),
    unit: textOut().nullable().meta({ description: 'The unit of the reading.' }),
    takenAt: InstantOut.meta({ description: 'When it was taken, in UTC.' }),
    createdAt,
  })
  .meta({ description: 'A probe that an agent took.' })
  .register(samples, {
    sample: { id: '018d0c3e-7a8f-7d10-b6a4-3c2e1f0d9b12', ...sample, createdAt: '2026-01-01T00:00:00.123Z' },
  });
