import { z } from 'zod';
import { Metadata, MetadataOut } from '../../schema/free-form.ts';
import { Instant, InstantOut } from '../../schema/instant.ts';
import {
  agentKey,
  agentOut,
  createdAt,
  customerKey,
  customerOut,
  sessionKey,
  sessionKeyOut,
} from '../../schema/record-fields.ts';
import { OwnId } from '../../schema/record-id.ts';
import {
  sampleAgent,
  sampleCreatedAt,
  sampleCustomer,
  sampleGoal,
  sampleSessionKey,
  sampleTime,
} from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key, textOut } from '../../schema/text.ts';

export const RecordGoalInput = z
  .strictObject({
    goalKey: Key.meta({
      description: 'Key of the goal type. A new one creates it.',
      example: 'qualified-lead',
    }),
    agentKey,
    sessionKey,
    customerKey,
    metadata: Metadata.nullish(),
    achievedAt: Instant.nullish().meta({ description: 'When the goal was achieved; now if absent.' }),
  })
  .register(samples, {
    sample: {
      goalKey: sampleGoal.key,
      agentKey: sampleAgent.agentKey,
      customerKey: sampleCustomer.customerKey,
      sessionKey: sampleSessionKey,
      metadata: { channel: 'email' },
      achievedAt: sampleTime,
    },
  });

export type RecordGoalInput = z.output<typeof RecordGoalInput>;

export const Goal = z
  .object({
    id: OwnId,
    goalKey: textOut().meta({ description: 'Key of the goal type.' }),
    agentKey: agentOut.agentKey,
    sessionKey: sessionKeyOut,
    customerKey: customerOut.customerKey,
    metadata: MetadataOut.nullable(),
    achievedAt: InstantOut.meta({ description: 'When the goal was achieved, in UTC.' }),
    createdAt,
  })
  .meta({ description: 'A goal that an agent achieved.' })
  .register(samples, {
    sample: {
      id: sampleGoal.id,
      goalKey: sampleGoal.key,
      agentKey: sampleAgent.agentKey,
      sessionKey: sampleSessionKey,
      customerKey: sampleCustomer.customerKey,
      metadata: { channel: 'email' },
      achievedAt: sampleTime,
      createdAt: sampleCreatedAt,
    },
  });

export type Goal = z.output<typeof Goal>;
