import { z } from 'zod';
import { InstantOut } from '../../schema/instant.ts';
import { nullableId, nullableKey } from '../../schema/record-fields.ts';
import { RecordId } from '../../schema/record-id.ts';

/** A session as every surface shows it. */
export const Session = z.object({
  id: RecordId,
  key: z.string(),
  agentId: nullableId,
  agentKey: nullableKey,
  customerId: nullableId,
  customerKey: nullableKey,
  createdAt: InstantOut,
  updatedAt: InstantOut,
});

export type Session = z.output<typeof Session>;
