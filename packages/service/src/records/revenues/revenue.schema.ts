import { z } from 'zod';
import { agents } from '../../catalogue/agents.ts';
import { customers } from '../../catalogue/customers.ts';
import { sessions } from '../../catalogue/sessions/sessions.ts';
import { Decimal, DecimalOut } from '../../schema/decimal.ts';
import { Metadata, MetadataOut } from '../../schema/free-form.ts';
import { InstantOut, RecordTime } from '../../schema/instant.ts';
import { correctedOut, createdAt, goalIdOut, updatedAt } from '../../schema/record-fields.ts';
import { OwnId, RecordId } from '../../schema/record-id.ts';
import { sampleCreatedAt, sampleTime } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key, text, textOut } from '../../schema/text.ts';

export const RecordRevenueInput = z
  .strictObject({
    amount: Decimal,
    recordedAt: RecordTime.meta({
      description: 'When the revenue was made: ISO 8601 with a time zone, at most a day in the future.',
    }),
    ...agents.keyIn,
    ...agents.idIn,
    ...customers.keyIn,
    ...customers.idIn,
    description: text(5000).nullish().meta({ description: 'Description.', example: 'Payment received' }),
    key: Key.nullish().meta({
      description:
        'A key of your own for this record. Sending it again with the same content replays the record.',
    }),
    source: text(255, 1).nullish().meta({ description: 'Origin of the record; `Manual` if absent.' }),
    goalId: RecordId.nullish().meta({ description: 'Id of the goal that brought the revenue.' }),
    ...sessions.keyIn,
    eventId: RecordId.nullish().meta({ description: 'Id of the event that brought the revenue.' }),
    metadata: Metadata.nullish(),
  })
  .refine(({ agentKey, agentId }) => !(agentKey && agentId), {
    path: ['agentId'],
    error: 'must not be sent together with agentKey; send one of them',
  })
  .refine(({ customerKey, customerId }) => !(customerKey && customerId), {
    path: ['customerId'],
    error: 'must not be sent together with customerKey; send one of them',
  })
  .register(samples, {
    // The sample of the specification.
    sample: {
      amount: '99.90',
      recordedAt: sampleTime,
      agentKey: agents.sample.agentKey,
      customerKey: customers.sample.customerKey,
      description: 'Payment received',
    },
  });

export type RecordRevenueInput = z.output<typeof RecordRevenueInput>;

export const Revenue = z
  .object({
    id: OwnId,
    key: textOut().meta({ description: 'Key of the record: yours, or one generated from the id.' }),
    amount: DecimalOut.meta({ example: '99.90' }),
    source: textOut().meta({ description: 'Origin of the record.', example: 'Manual' }),
    ...agents.idOut,
    ...agents.keyOut,
    ...customers.idOut,
    ...customers.keyOut,
    ...sessions.keyOut,
    goalId: goalIdOut,
    eventId: RecordId.nullable().meta({ description: 'Id of the associated event.' }),
    description: textOut(5000).nullable().meta({ description: 'Free text.' }),
    metadata: MetadataOut.nullable(),
    recordedAt: InstantOut.meta({ description: 'When the revenue was made, in UTC.' }),
    refundOf: RecordId.nullable().meta({
      description:
        'Id of the revenue that this one, with its negative amount, pays back; null if it is no refund.',
    }),
    ...correctedOut,
    createdAt,
    updatedAt,
  })
  .meta({ description: 'Revenue that an agent brought in.' })
  .register(samples, {
    sample: {
      id: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
      key: 'rev_018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
      amount: '99.90',
      source: 'Manual',
      ...agents.sample,
      ...customers.sample,
      sessionKey: null,
      goalId: null,
      eventId: null,
      description: 'Payment received',
      metadata: null,
      recordedAt: sampleTime,
      refundOf: null,
      status: 'active' as const,
      version: 1,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
    },
  });

export type Revenue = z.output<typeof Revenue>;
