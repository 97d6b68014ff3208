import { z } from 'zod';
import { plans } from '../kernel/principal.ts';
import { Count } from '../kernel/schema/count.ts';
import { InstantOut } from '../kernel/schema/instant.ts';
import { RecordId } from '../kernel/schema/record-id.ts';
import { text } from '../kernel/schema/text.ts';

const Developer = z.object({ id: RecordId, name: z.string(), plan: z.enum(plans) });

export const Account = z.object({
  user: z.object({ id: RecordId, email: z.string(), name: z.string() }),
  developer: Developer,
  limits: z.object({
    requestsPerMinute: z.int().nullable().meta({ description: 'Null: no limit.' }),
  }),
  usage: z
    .object({
      month: z.string().meta({ example: '2026-11' }),
      from: InstantOut,
      revenues: Count,
      outcomes: Count,
      goals: Count,
      events: Count,
    })
    .meta({
      description:
        'How many records count in this UTC month: by `recordedAt`, `generatedAt`, `achievedAt` and `occurredAt`.',
    }),
});

const ClaimToken = z.string().min(1).max(255);

/** RFC 5321: no mail goes to a longer address. */
const MAX_EMAIL = 254;

/** What a sign-up keeps of what somebody typed; the rest of it is for better-auth to judge. */
export const SignUpInput = z.object({
  name: text(255),
  email: text(MAX_EMAIL),
  image: text(2048).optional(),
  // better-auth takes none, and then fails to make the one that a user gets.
  developerId: z.undefined({ error: 'cannot be chosen' }).optional(),
  /** Of a claim link, whose developer becomes that of the new account. */
  claimToken: ClaimToken.optional(),
});

export const ClaimInput = z.strictObject({ token: ClaimToken });
export const Claimed = z.object({ developer: Developer });
