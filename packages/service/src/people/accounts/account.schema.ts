import { z } from 'zod';
import { plans } from '../../base/principal.ts';
import { Count } from '../../schema/count.ts';
import { InstantOut } from '../../schema/instant.ts';
import { RecordId } from '../../schema/record-id.ts';
import { text } from '../../schema/text.ts';

const Developer = z.object({ id: RecordId, name: z.string(), plan: z.enum(plans) });

export const Account = z.object({
  user: z.object({ id: RecordId, email: z.string(), name: z.string() }),
  developer: Developer,
  limits: z.object({
    requestsPerMinute: z.int().nullable().meta({ description: 'Null: no limit.' }),
  }),
  usage: z.object({
    month: z.string().meta({ example: '2026-11' }),
    from: InstantOut,
    records: z.record(z.string(), Count).meta({
      description: 'Number of records of each kind whose time is in the current UTC month.',
    }),
  }),
});

const ClaimToken = z.string().min(1).max(255);

/** Longest address of RFC 5321. */
const MAX_EMAIL = 254;

/** Stored fields; better-auth validates the others. */
export const SignUpInput = z.object({
  name: text(255),
  email: text(MAX_EMAIL),
  image: text(2048).optional(),
  // better-auth ignores a given id, and then fails.
  developerId: z.undefined({ error: 'cannot be chosen' }).optional(),
  /** Token of a claim link for the account's developer. */
  claimToken: ClaimToken.optional(),
});

export const ClaimInput = z.strictObject({ token: ClaimToken });
export const Claimed = z.object({ developer: Developer });
