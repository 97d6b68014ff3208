import { z } from 'zod';
import { Decimal } from '../../schema/decimal.ts';
import { hint } from '../../schema/error-message.ts';
import { RecordTime } from '../../schema/instant.ts';
import { RecordId } from '../../schema/record-id.ts';
import { sampleTime } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key, text } from '../../schema/text.ts';

const sample = { amount: '15.00', recordedAt: sampleTime, description: 'One of two seats returned' };
const sampleId = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';

/** In the order of the kind's `own` fields. */
const refund = {
  amount: Decimal.refine((amount) => !/^[-0.]+$|^-/.test(amount), hint('must be above zero'))
    .nullish()
    .meta({
      description: 'What is paid back in USD, above zero; all that remains if absent.',
    }),
  recordedAt: RecordTime.meta({
    description: 'When it was paid back: ISO 8601 with a time zone, at most a day in the future.',
  }),
  description: text(5000).nullish().meta({ description: 'Description.' }),
  key: Key.nullish().meta({
    description: 'A key of your own for the refund, in one space with the keys of revenues.',
  }),
};

/** Of one revenue, which the path names. */
export const RefundRevenueInput = z
  .strictObject({ id: RecordId.meta({ description: 'Id of the revenue to refund.' }), ...refund })
  .register(samples, { sample: { id: sampleId, ...sample } });

/** Of a batch, which names a revenue for each refund. */
export const RefundItem = z
  .strictObject({
    revenueId: RecordId.nullish().meta({ description: 'Id of the revenue to refund.' }),
    revenueKey: Key.nullish().meta({
      description: 'Key of the revenue to refund: yours, or the one that it shows.',
    }),
    ...refund,
  })
  .refine(({ revenueId, revenueKey }) => (revenueId == null) !== (revenueKey == null), {
    path: ['revenueId'],
    error: 'must be sent, or revenueKey instead of it',
  })
  .register(samples, { sample: { revenueKey: 'order-1001', ...sample } });
