import { z } from 'zod';
import { agents } from '../../catalogue/agents.ts';
import { customers } from '../../catalogue/customers.ts';
import { sessions } from '../../catalogue/sessions/sessions.ts';
import { Metadata, MetadataOut } from '../../schema/free-form.ts';
import { InstantOut, RecordTime } from '../../schema/instant.ts';
import { correctedOut, createdAt, updatedAt } from '../../schema/record-fields.ts';
import { OwnId } from '../../schema/record-id.ts';
import { sampleCreatedAt, sampleGoal, sampleTime } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key, textOut } from '../../schema/text.ts';

export const RecordGoalInput = z
  .strictObject({
    goalKey: Key.meta({
      description: 'Key of the goal type. A new one creates it.',
      example: 'qualified-lead',
    }),
    ...agents.keyIn,
    ...sessions.keyIn,
    ...customers.keyIn,
    metadata: Metadata.nullish(),
    achievedAt: RecordTime.nullish().meta({
      description: 'When the goal was achieved; now if absent. At most a day in the future.',
    }),
  })
  .register(samples, {
    sample: {
      goalKey: sampleGoal.key,
      agentKey: agents.sample.agentKey,
      customerKey: customers.sample.customerKey,
      sessionKey: sessions.sample.sessionKey,
      metadata: { channel: 'email' },
      achievedAt: sampleTime,
    },
  });

export type RecordGoalInput = z.output<typeof RecordGoalInput>;

export const Goal = z
  .object({
    id: OwnId,
    goalKey: textOut().meta({ description: 'Key of the goal type.' }),
    ...agents.keyOut,
    ...sessions.keyOut,
    ...customers.keyOut,
    metadata: MetadataOut.nullable(),
    achievedAt: InstantOut.meta({ description: 'When the goal was achieved, in UTC.' }),
    ...correctedOut,
    createdAt,
    updatedAt,
  })
  .meta({ description: 'A goal that an agent achieved.' })
  .register(samples, {
    sample: {
      id: sampleGoal.id,
      goalKey: sampleGoal.key,
      agentKey: agents.sample.agentKey,
      sessionKey: sessions.sample.sessionKey,
      customerKey: customers.sample.customerKey,
      metadata: { channel: 'email' },
      achievedAt: sampleTime,
      status: 'active' as const,
      version: 1,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
    },
  });

export type Goal = z.output<typeof Goal>;
