import { z } from 'zod';
import { Metadata } from '../../schema/free-form.ts';
import { Instant, InstantOut } from '../../schema/instant.ts';
import { agentKey, customerKey, nullableKey, sessionKey } from '../../schema/record-fields.ts';
import { RecordId } from '../../schema/record-id.ts';
import { Key } from '../../schema/text.ts';

/** The body of `POST /v1/goals`. */
export const RecordGoalInput = z.strictObject({
  goalKey: Key.meta({
    description: 'Key of the goal type. A new one creates it.',
    example: 'qualified-lead',
  }),
  agentKey,
  sessionKey,
  customerKey,
  metadata: Metadata.nullish(),
  achievedAt: Instant.nullish().meta({ description: 'When the goal was achieved; now if absent.' }),
});

export type RecordGoalInput = z.output<typeof RecordGoalInput>;

/** A goal achievement as every surface shows it. */
export const Goal = z.object({
  id: RecordId,
  goalKey: z.string(),
  agentKey: nullableKey,
  sessionKey: nullableKey,
  customerKey: nullableKey,
  metadata: z.record(z.string(), z.unknown()).nullable(),
  achievedAt: InstantOut,
  createdAt: InstantOut,
});

export type Goal = z.output<typeof Goal>;
