import { z } from 'zod';
import { Decimal, DecimalOut } from '../schema/decimal.ts';
import { hint } from '../schema/error-message.ts';
import { Instant, InstantOut } from '../schema/instant.ts';
import { pageFields } from '../schema/page.ts';
import { RecordId } from '../schema/record-id.ts';
import { samples, scalars, typeNames } from '../schema/scalars-and-samples.ts';
import { text, textOut } from '../schema/text.ts';

const MAX_TIERS = 5;
const MAX_PRICE = 10_000;
const pattern = /^\d{1,5}(\.\d{1,6})?$/;
const priceHint = hint(
  `must be a decimal string in USD per million tokens, from 0 to ${MAX_PRICE} with at most 6 decimals`,
);

const TokenPrice = z
  .string(priceHint)
  .regex(pattern, priceHint)
  .refine((price) => Number(price) <= MAX_PRICE, priceHint)
  .meta({ description: 'Decimal string in USD per million tokens.', example: '2.50', maxLength: 12 })
  .register(scalars, { scalar: 'Decimal' });

const descriptions = {
  input: 'Price of input tokens, in USD per million.',
  output: 'Price of output tokens, in USD per million.',
  cacheRead: 'Price of input that is read from the cache, in USD per million; that of input if absent.',
  cacheWrite: 'Price of input that is written to the cache, in USD per million; that of input if absent.',
  cacheWrite1h:
    'Price of input that is written to the cache for an hour, in USD per million; `cacheWrite` if absent.',
  reasoning: 'Price of reasoning, in USD per million tokens; that of output if absent.',
};

const tokenPricesIn = {
  input: TokenPrice.nullish().meta({ description: descriptions.input }),
  output: TokenPrice.nullish().meta({ description: descriptions.output }),
  cacheRead: TokenPrice.nullish().meta({ description: descriptions.cacheRead }),
  cacheWrite: TokenPrice.nullish().meta({ description: descriptions.cacheWrite }),
  cacheWrite1h: TokenPrice.nullish().meta({ description: descriptions.cacheWrite1h }),
  reasoning: TokenPrice.nullish().meta({ description: descriptions.reasoning }),
};

const tokenPricesOut = {
  input: DecimalOut.nullable().meta({ description: descriptions.input }),
  output: DecimalOut.nullable().meta({ description: descriptions.output }),
  cacheRead: DecimalOut.nullable().meta({ description: descriptions.cacheRead }),
  cacheWrite: DecimalOut.nullable().meta({ description: descriptions.cacheWrite }),
  cacheWrite1h: DecimalOut.nullable().meta({ description: descriptions.cacheWrite1h }),
  reasoning: DecimalOut.nullable().meta({ description: descriptions.reasoning }),
};

const above = {
  description: 'Requests with more input tokens than this take all prices of the tier.',
  example: 200_000,
};
const aboveHint = hint('must be a whole number from 1');
const tiersDescription =
  'Prices of long requests. The highest tier that a request reaches counts as a whole.';
const Above = z.int(aboveHint).min(1, aboveHint).meta(above).register(scalars, { scalar: 'Count' });

const TierIn = z
  .strictObject({ above: Above, ...tokenPricesIn })
  .meta({ description: 'Prices of requests above a number of input tokens.' })
  .register(typeNames, { name: 'PriceTierInput' });

const Tier = z
  .object({ above: z.int().meta(above).register(scalars, { scalar: 'Count' }), ...tokenPricesOut })
  .meta({ description: 'Prices of requests above a number of input tokens.' })
  .register(typeNames, { name: 'PriceTier' });

/** A name, or the beginning of names and `*`. */
export const ModelPattern = text(255, 1).regex(/^[^*]*\*?$/, { error: 'may have a * at its end alone' });

const model = {
  description: 'Name of the model, or the beginning of names and `*`. Case does not count.',
  example: 'gpt-4.1-mini',
};
const provider = {
  description: 'Its provider; any if absent. Case does not count.',
  example: 'openai',
};
const serviceTier = { description: 'The service tier that it is for; any if absent.', example: 'batch' };
const effectiveFrom = {
  description: 'Calls from this time on have the price, until a newer one begins.',
  example: '2026-01-01T00:00:00.000Z',
};
const perRequest = { description: 'Price of each request, in USD, beside that of its tokens.' };

const sample = {
  provider: 'openai',
  model: 'gpt-4.1-mini',
  effectiveFrom: '2026-01-01T00:00:00.000Z',
  input: '0.36',
  output: '1.44',
  cacheRead: '0.09',
};

type Prices = { input?: string | null | undefined; output?: string | null | undefined };

export const CreatePriceInput = z
  .strictObject({
    provider: text(255, 1).nullish().meta(provider),
    model: ModelPattern.meta(model),
    effectiveFrom: Instant.meta(effectiveFrom),
    ...tokenPricesIn,
    perRequest: Decimal.refine((price) => !price.startsWith('-'), { error: 'must be at least 0' })
      .nullish()
      .meta(perRequest),
    serviceTier: text(64, 1).nullish().meta(serviceTier),
    tiers: z
      .array(TierIn)
      .max(MAX_TIERS, { error: `must have at most ${MAX_TIERS} tiers` })
      .nullish()
      .meta({ description: tiersDescription }),
  })
  .superRefine((price, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (price.input == null && price.output == null && price.perRequest == null)
      refuse(['input'], 'is required, or output, or perRequest');
    const tiers = price.tiers ?? [];
    for (const [i, tier] of tiers.entries()) {
      if (tiers.some((other, j) => j < i && other.above === tier.above))
        refuse(['tiers', i, 'above'], 'is that of another tier');
      // A tier counts as a whole: a price that it leaves out would be none.
      for (const name of ['input', 'output'] as const satisfies (keyof Prices)[])
        if (price[name] != null && tier[name] == null)
          refuse(['tiers', i, name], 'is required, as outside of the tier');
    }
  })
  .register(samples, { sample });

const source = z
  .enum(['own', 'built-in'], hint('must be own or built-in'))
  .register(scalars, { scalar: 'String' });

const period = 'HH:MM:SS, in UTC; null for the whole day.';

export const Price = z
  .object({
    id: RecordId.nullable().meta({ description: 'Identifier; null for a built-in price.' }),
    source: source.meta({ description: 'A price of your own, or a built-in one.' }),
    provider: textOut().nullable().meta(provider),
    model: textOut().meta(model),
    serviceTier: textOut(64).nullable().meta(serviceTier),
    effectiveFrom: InstantOut.nullable().meta({
      description: 'Calls from this time on have it; null: always.',
    }),
    hoursFrom: textOut(8)
      .nullable()
      .meta({ description: `When it begins each day: ${period}` }),
    hoursTo: textOut(8)
      .nullable()
      .meta({ description: `When it ends each day: ${period}` }),
    ...tokenPricesOut,
    perRequest: DecimalOut.nullable().meta(perRequest),
    tiers: z.array(Tier).meta({ description: tiersDescription }),
    bookVersion: textOut()
      .nullable()
      .meta({ description: 'Version of the built-in prices; null for an own price.' }),
    bookDate: textOut(10)
      .nullable()
      .meta({ description: 'Day on which that version was published; null for an own price.' }),
    createdAt: InstantOut.nullable().meta({ description: 'When it was created; null for a built-in price.' }),
  })
  .meta({ description: 'Price of a model.' })
  .register(samples, {
    sample: {
      id: '018d0c3e-7b3a-7c11-a2b4-5d6e7f809a1b',
      source: 'own' as const,
      ...sample,
      serviceTier: null,
      hoursFrom: null,
      hoursTo: null,
      cacheWrite: null,
      cacheWrite1h: null,
      reasoning: null,
      perRequest: null,
      tiers: [],
      bookVersion: null,
      bookDate: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  });

export type Price = z.output<typeof Price>;

export const ListPricesInput = z.strictObject({
  ...pageFields,
  source: source.default('own').meta({ description: 'Your own prices, or the built-in ones.' }),
  provider: text(255, 1).optional().meta({ description: 'Only prices of this provider.' }),
  model: text(255, 1)
    .optional()
    .meta({ description: 'Only prices of models whose name contains this text.' }),
});

export const FindPriceInput = z.strictObject({
  model: text(255, 1).meta({
    description: 'Name of the model, as an event has it.',
    example: 'gpt-4.1-mini',
  }),
  provider: text(255, 1).optional().meta({ description: 'Name of the provider, as an event has it.' }),
  serviceTier: text(64, 1).optional().meta({ description: 'Service tier of the call.' }),
  at: Instant.optional().meta({ description: 'Time of the call; now if absent.' }),
});

export const DeletedPrice = z
  .object({ id: RecordId, deleted: z.literal(true) })
  .meta({ description: 'The price that was deleted.' })
  .register(typeNames, { name: 'DeletedPrice' });
