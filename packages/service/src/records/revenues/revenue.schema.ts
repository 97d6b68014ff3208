import { z } from 'zod';
import { Decimal } from '../../schema/decimal.ts';
import { Instant, InstantOut } from '../../schema/instant.ts';
import { agentKey, customerKey, nullableId, nullableKey, sessionKey } from '../../schema/record-fields.ts';
import { RecordId } from '../../schema/record-id.ts';
import { Key, text } from '../../schema/text.ts';

/** The body of `POST /v1/revenues`. */
export const RecordRevenueInput = z
  .strictObject({
    amount: Decimal,
    recordedAt: Instant.meta({ description: 'When the revenue was made: ISO 8601 with a time zone.' }),
    agentKey,
    agentId: RecordId.nullish().meta({ description: 'Id of an existing agent, instead of `agentKey`.' }),
    customerKey,
    customerId: RecordId.nullish().meta({
      description: 'Id of an existing customer, instead of `customerKey`.',
    }),
    description: text(5000).nullish().meta({ description: 'Description.', example: 'Payment received' }),
    key: Key.nullish().meta({
      description:
        'A key of your own for this record. Sending it again with the same content replays the record.',
    }),
    source: text(255, 1).nullish().meta({ description: 'Origin of the record; `Manual` if absent.' }),
    goalId: RecordId.nullish().meta({ description: 'Id of the goal that brought the revenue.' }),
    sessionKey,
    eventId: RecordId.nullish().meta({ description: 'Id of the event that brought the revenue.' }),
  })
  .refine(({ agentKey, agentId }) => !(agentKey && agentId), {
    path: ['agentId'],
    error: 'must not be sent together with agentKey; send one of them',
  })
  .refine(({ customerKey, customerId }) => !(customerKey && customerId), {
    path: ['customerId'],
    error: 'must not be sent together with customerKey; send one of them',
  });

export type RecordRevenueInput = z.output<typeof RecordRevenueInput>;

/** A revenue as every surface shows it. */
export const Revenue = z.object({
  id: RecordId,
  key: z.string().meta({ description: 'Key of the record: yours, or one generated from the id.' }),
  amount: z.string().meta({ description: 'Decimal string in USD.', example: '99.90' }),
  source: z.string().meta({ description: 'Origin of the record.', example: 'Manual' }),
  agentId: nullableId,
  agentKey: nullableKey,
  customerId: nullableId,
  customerKey: nullableKey,
  goalId: nullableId,
  eventId: nullableId,
  description: z.string().nullable(),
  recordedAt: InstantOut,
  createdAt: InstantOut,
  updatedAt: InstantOut,
});

export type Revenue = z.output<typeof Revenue>;
