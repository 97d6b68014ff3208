import { z } from 'zod';
import { agents } from '../../catalogue/agents.ts';
import { customers } from '../../catalogue/customers.ts';
import { sessions } from '../../catalogue/sessions/sessions.ts';
import { tools } from '../../catalogue/tools.ts';
import { Count, CountOut } from '../../schema/count.ts';
import { Decimal, DecimalOut } from '../../schema/decimal.ts';
import { hint } from '../../schema/error-message.ts';
import { Metadata, MetadataOut } from '../../schema/free-form.ts';
import { InstantOut, RecordTime } from '../../schema/instant.ts';
import { correctedOut, createdAt, updatedAt } from '../../schema/record-fields.ts';
import { OwnId } from '../../schema/record-id.ts';
import { sampleCreatedAt } from '../../schema/sample-values.ts';
import { samples, scalars } from '../../schema/scalars-and-samples.ts';
import { text, textOut } from '../../schema/text.ts';

/** Shared by input and output. */
const fieldMeta = {
  name: { description: 'A name for people.' },
  inputTokens: {
    description: 'Number of input tokens, including those read from and written to the prompt cache.',
  },
  cacheReadTokens: { description: 'Number of input tokens read from the prompt cache.' },
  cacheWriteTokens: { description: 'Number of input tokens written to the prompt cache.' },
  cacheWrite1hTokens: {
    description:
      'Number of input tokens written to the prompt cache for an hour; the other writes are kept for 5 minutes.',
  },
  outputTokens: { description: 'Number of output tokens, including reasoning tokens.' },
  reasoningTokens: { description: 'Number of output tokens that the model used for reasoning.' },
  model: { description: 'Name of the model that was called.' },
  provider: { description: 'Name of the provider of the model.' },
  serviceTier: { description: 'Service tier of the call, such as `batch` or `priority`.' },
  durationMs: { description: 'Duration of the step, in milliseconds.' },
  isError: { description: 'Whether the step failed.' },
  traceId: { description: 'Id of the trace: 32 hexadecimal digits.' },
  spanId: { description: 'Id of the span: 16 hexadecimal digits.' },
};

const costSources = ['reported', 'computed', 'unpriced'] as const;

/** Each names the count that it is a part of. */
const wholes = {
  cacheReadTokens: 'inputTokens',
  cacheWriteTokens: 'inputTokens',
  cacheWrite1hTokens: 'cacheWriteTokens',
  reasoningTokens: 'outputTokens',
} as const;
type Part = keyof typeof wholes;
const parts = Object.keys(wholes) as Part[];
type Counts = { [Field in Part | (typeof wholes)[Part]]?: number | null | undefined };

function checkParts(counts: Counts, context: z.RefinementCtx): void {
  const refuse = (part: Part, message: string) => context.addIssue({ code: 'custom', path: [part], message });
  for (const part of parts) {
    const count = counts[part];
    if (count == null) continue;
    const whole = counts[wholes[part]];
    if (whole == null) refuse(part, `needs ${wholes[part]}, of which it is a part`);
    else if (count > whole) refuse(part, `must be at most ${wholes[part]}, of which it is a part`);
  }
  const { inputTokens, cacheReadTokens, cacheWriteTokens } = counts;
  if (inputTokens == null || cacheReadTokens == null || cacheWriteTokens == null) return;
  if (
    cacheReadTokens <= inputTokens &&
    cacheWriteTokens <= inputTokens &&
    cacheReadTokens > inputTokens - cacheWriteTokens
  )
    refuse('cacheWriteTokens', 'must be at most inputTokens together with cacheReadTokens');
}

/** As OpenTelemetry writes ids. */
function hexadecimal(digits: number) {
  const error = `must have ${digits} hexadecimal digits`;
  return z
    .string(hint(error))
    .toLowerCase()
    .regex(new RegExp(`^[0-9a-f]{${digits}}$`), { error })
    .meta({ maxLength: digits });
}

const sampleCall = {
  cost: '0.0123',
  inputTokens: 1200,
  cacheReadTokens: 800,
  cacheWriteTokens: 0,
  cacheWrite1hTokens: 0,
  outputTokens: 340,
  reasoningTokens: 120,
  model: 'large-1',
  provider: 'Example AI',
  serviceTier: 'priority',
  durationMs: 1850,
  isError: false,
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  occurredAt: '2024-01-15T10:29:58.000Z',
  metadata: { temperature: 0.2 },
};

export const RecordEventInput = z
  .strictObject({
    type: text(255, 1).meta({
      description: 'Type of the step. By convention `llm.call`, `tool.call`, `session.start`, `session.end`.',
      example: 'llm.call',
    }),
    name: text(255).nullish().meta(fieldMeta.name),
    ...agents.keyIn,
    ...sessions.keyIn,
    ...customers.keyIn,
    ...tools.keyIn,
    cost: Decimal.nullish().meta({
      description: 'Cost in USD. Makes margin and ROI answerable.',
      example: '0.0123',
    }),
    inputTokens: Count.nullish().meta(fieldMeta.inputTokens),
    cacheReadTokens: Count.nullish().meta(fieldMeta.cacheReadTokens),
    cacheWriteTokens: Count.nullish().meta(fieldMeta.cacheWriteTokens),
    cacheWrite1hTokens: Count.nullish().meta(fieldMeta.cacheWrite1hTokens),
    outputTokens: Count.nullish().meta(fieldMeta.outputTokens),
    reasoningTokens: Count.nullish().meta(fieldMeta.reasoningTokens),
    model: text(255).nullish().meta(fieldMeta.model),
    provider: text(255).nullish().meta(fieldMeta.provider),
    serviceTier: text(64).nullish().meta(fieldMeta.serviceTier),
    durationMs: Count.nullish().meta(fieldMeta.durationMs),
    isError: z.boolean().nullish().meta(fieldMeta.isError),
    traceId: hexadecimal(32).nullish().meta(fieldMeta.traceId),
    spanId: hexadecimal(16).nullish().meta(fieldMeta.spanId),
    occurredAt: RecordTime.nullish().meta({
      description: 'When it happened; now if absent. At most a day in the future.',
    }),
    metadata: Metadata.nullish(),
  })
  .superRefine(checkParts)
  .register(samples, {
    sample: {
      type: 'llm.call',
      name: 'Draft the reply',
      agentKey: agents.sample.agentKey,
      customerKey: customers.sample.customerKey,
      sessionKey: sessions.sample.sessionKey,
      ...sampleCall,
    },
  });

export type RecordEventInput = z.output<typeof RecordEventInput>;

export const Event = z
  .object({
    id: OwnId,
    type: textOut().meta({ description: 'Type of the event.' }),
    name: textOut().nullable().meta(fieldMeta.name),
    ...agents.keyOut,
    ...sessions.keyOut,
    ...customers.keyOut,
    ...tools.keyOut,
    cost: DecimalOut.nullable().meta({
      description: 'Cost in USD that counts: the one that was sent, else the computed one.',
    }),
    computedCost: DecimalOut.nullable().meta({
      description: 'Cost in USD by the price book; null without a price, or without model and tokens.',
    }),
    costSource: z.enum(costSources).register(scalars, { scalar: 'String' }).nullable().meta({
      description:
        'Where `cost` is from: `reported` by the sender, `computed` from the price book, or `unpriced`, where a model was called that has no price. Null without a cost and without anything to compute it from.',
    }),
    inputTokens: CountOut.nullable().meta(fieldMeta.inputTokens),
    cacheReadTokens: CountOut.nullable().meta(fieldMeta.cacheReadTokens),
    cacheWriteTokens: CountOut.nullable().meta(fieldMeta.cacheWriteTokens),
    cacheWrite1hTokens: CountOut.nullable().meta(fieldMeta.cacheWrite1hTokens),
    outputTokens: CountOut.nullable().meta(fieldMeta.outputTokens),
    reasoningTokens: CountOut.nullable().meta(fieldMeta.reasoningTokens),
    model: textOut().nullable().meta(fieldMeta.model),
    provider: textOut().nullable().meta(fieldMeta.provider),
    serviceTier: textOut(64).nullable().meta(fieldMeta.serviceTier),
    durationMs: CountOut.nullable().meta(fieldMeta.durationMs),
    isError: z.boolean().nullable().meta(fieldMeta.isError),
    traceId: textOut(32).nullable().meta(fieldMeta.traceId),
    spanId: textOut(16).nullable().meta(fieldMeta.spanId),
    occurredAt: InstantOut.meta({ description: 'When it happened, in UTC.' }),
    metadata: MetadataOut.nullable(),
    ...correctedOut,
    createdAt,
    updatedAt,
  })
  .meta({ description: 'Something that an agent did, and what it cost.' })
  .register(samples, {
    sample: {
      id: '018d0c3e-7b31-7a5d-92e7-0d1f2a3b4c14',
      type: 'llm.call',
      name: 'Draft the reply',
      agentKey: agents.sample.agentKey,
      sessionKey: sessions.sample.sessionKey,
      customerKey: customers.sample.customerKey,
      toolKey: null,
      ...sampleCall,
      computedCost: null,
      costSource: 'reported' as const,
      status: 'active' as const,
      version: 1,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
    },
  });

export type Event = z.output<typeof Event>;
