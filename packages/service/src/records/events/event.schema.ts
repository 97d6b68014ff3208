import { z } from 'zod';
import { agents } from '../../catalogue/agents.ts';
import { customers } from '../../catalogue/customers.ts';
import { sessions } from '../../catalogue/sessions/sessions.ts';
import { tools } from '../../catalogue/tools.ts';
import { Count, CountOut } from '../../schema/count.ts';
import { Decimal, DecimalOut } from '../../schema/decimal.ts';
import { Metadata, MetadataOut } from '../../schema/free-form.ts';
import { InstantOut, RecordTime } from '../../schema/instant.ts';
import { correctedOut, createdAt, updatedAt } from '../../schema/record-fields.ts';
import { OwnId } from '../../schema/record-id.ts';
import { sampleCreatedAt } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { text, textOut } from '../../schema/text.ts';

/** Shared by input and output. */
const fieldMeta = {
  name: { description: 'A name for people.' },
  inputTokens: { description: 'Tokens sent to the model.' },
  outputTokens: { description: 'Tokens received from the model.' },
  model: { description: 'The model that was called.' },
  provider: { description: "The model's provider." },
};

const sampleCall = {
  cost: '0.0123',
  inputTokens: 1200,
  outputTokens: 340,
  model: 'large-1',
  provider: 'Example AI',
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
    outputTokens: Count.nullish().meta(fieldMeta.outputTokens),
    model: text(255).nullish().meta(fieldMeta.model),
    provider: text(255).nullish().meta(fieldMeta.provider),
    occurredAt: RecordTime.nullish().meta({
      description: 'When it happened; now if absent. At most a day in the future.',
    }),
    metadata: Metadata.nullish(),
  })
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
    cost: DecimalOut.nullable(),
    inputTokens: CountOut.nullable().meta(fieldMeta.inputTokens),
    outputTokens: CountOut.nullable().meta(fieldMeta.outputTokens),
    model: textOut().nullable().meta(fieldMeta.model),
    provider: textOut().nullable().meta(fieldMeta.provider),
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
      status: 'active' as const,
      version: 1,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
    },
  });

export type Event = z.output<typeof Event>;
