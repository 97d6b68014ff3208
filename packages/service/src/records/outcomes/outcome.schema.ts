import { z } from 'zod';
import { Decimal } from '../../schema/decimal.ts';
import { Instant, InstantOut } from '../../schema/instant.ts';
import {
  agentKey,
  customerKey,
  nullableId,
  nullableKey,
  sessionKey,
  toolKey,
} from '../../schema/record-fields.ts';
import { RecordId } from '../../schema/record-id.ts';

/** The body of `POST /v1/outcomes`. */
export const RecordOutcomeInput = z
  .strictObject({
    value: Decimal,
    generatedAt: Instant.nullish().meta({ description: 'When the outcome was generated; now if absent.' }),
    agentKey,
    sessionKey,
    customerKey,
    goalId: RecordId.nullish().meta({ description: 'Id of the goal that generated the outcome.' }),
    toolKey,
    toolId: RecordId.nullish().meta({ description: 'Id of an existing tool, instead of `toolKey`.' }),
  })
  .refine((input) => !(input.toolKey && input.toolId), {
    path: ['toolId'],
    error: 'must not be sent together with toolKey; send one of them',
  });

export type RecordOutcomeInput = z.output<typeof RecordOutcomeInput>;

/** A valuable outcome as every surface shows it. */
export const Outcome = z.object({
  id: RecordId,
  agentKey: nullableKey,
  sessionKey: nullableKey,
  customerKey: nullableKey,
  goalId: nullableId,
  toolId: nullableId,
  value: z.string().meta({ description: 'Decimal string in USD.', example: '25.00' }),
  generatedAt: InstantOut,
  createdAt: InstantOut,
});

export type Outcome = z.output<typeof Outcome>;
