import { z } from 'zod';
import { Count } from '../../schema/count.ts';
import { Decimal } from '../../schema/decimal.ts';
import { Metadata } from '../../schema/free-form.ts';
import { Instant, InstantOut } from '../../schema/instant.ts';
import { agentKey, customerKey, nullableKey, sessionKey, toolKey } from '../../schema/record-fields.ts';
import { RecordId } from '../../schema/record-id.ts';
import { text } from '../../schema/text.ts';

const label = (description: string) => text(255).nullish().meta({ description });

/** The body of `POST /v1/events`. */
export const RecordEventInput = z.strictObject({
  type: text(255, 1).meta({
    description: 'What happened. By convention `llm.call`, `tool.call`, `session.start`, `session.end`.',
    example: 'llm.call',
  }),
  name: label('A name for people.'),
  agentKey,
  sessionKey,
  customerKey,
  toolKey,
  cost: Decimal.nullish().meta({
    description: 'What it cost, in USD. Makes margin and ROI answerable.',
    example: '0.0123',
  }),
  inputTokens: Count.nullish(),
  outputTokens: Count.nullish(),
  model: label('The model that was called.'),
  provider: label("The model's provider."),
  occurredAt: Instant.nullish().meta({ description: 'When it happened; now if absent.' }),
  metadata: Metadata.nullish(),
});

export type RecordEventInput = z.output<typeof RecordEventInput>;

/** An event as every surface shows it. */
export const Event = z.object({
  id: RecordId,
  type: z.string(),
  name: z.string().nullable(),
  agentKey: nullableKey,
  sessionKey: nullableKey,
  customerKey: nullableKey,
  toolKey: nullableKey,
  cost: z.string().nullable().meta({ description: 'Decimal string in USD.' }),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  occurredAt: InstantOut,
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: InstantOut,
});

export type Event = z.output<typeof Event>;
