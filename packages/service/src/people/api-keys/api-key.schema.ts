import { z } from 'zod';
import { databaseTime } from '../../base/clock.ts';
import { hint } from '../../schema/error-message.ts';
import { Instant, InstantOut } from '../../schema/instant.ts';
import { RecordId } from '../../schema/record-id.ts';
import { text } from '../../schema/text.ts';
import { FULL_ACCESS } from './key-scopes.ts';

const DAY = 86_400;
const grace = hint(`must be a whole number from 0 to ${7 * DAY}`);

export const ApiKeyName = text(255, 1).meta({ description: 'The purpose of the key.' });

/** An expired key can only be a mistake. */
export const ApiKeyExpiry = Instant.refine((end) => Date.parse(end) > databaseTime(), {
  error: 'must lie in the future',
});

export const ApiKeySummary = z.object({
  id: RecordId,
  name: z.string(),
  prefix: z.string().meta({ description: 'The beginning of the key, to recognise it by.' }),
  scopes: z.array(z.string()).meta({ description: '`["*"]`: full access, also to what later versions add.' }),
  createdAt: InstantOut,
  lastUsedAt: InstantOut.nullable().meta({ description: 'To the minute.' }),
  expiresAt: InstantOut.nullable(),
  revokedAt: InstantOut.nullable(),
  rotatedAt: InstantOut.nullable().meta({
    description: 'When a new key was made to replace it. It works until `expiresAt`.',
  }),
});

/** `token` is shown only now. */
export const NewApiKey = ApiKeySummary.extend({ token: z.string() });

export const CreateApiKeyInput = z.strictObject({
  name: ApiKeyName,
  scopes: z
    // The operation checks them against the service's scopes.
    .array(z.string())
    .min(1, { error: 'must name a scope' })
    .refine((given) => given.length === 1 || !given.includes(FULL_ACCESS), {
      error: 'must be "*" alone for full access, or name scopes',
    }),
  expiresAt: ApiKeyExpiry.nullish(),
});
export const RenameApiKeyInput = z.strictObject({ id: RecordId, name: ApiKeyName });
export const RotateApiKeyInput = z.strictObject({
  id: RecordId,
  graceSeconds: z
    .int(grace)
    .min(0, grace)
    .max(7 * DAY, grace)
    .default(DAY)
    .meta({ description: 'How long the old key goes on working, in seconds.' }),
});

export type ApiKeySummary = z.output<typeof ApiKeySummary>;
export type NewApiKey = z.output<typeof NewApiKey>;
