import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A rule for the names of models or providers. All but `regex` ignore case. */
export type MatchRule =
  | { equals: string }
  | { starts_with: string }
  | { ends_with: string }
  | { contains: string }
  | { regex: string }
  | { or: MatchRule[] }
  | { and: MatchRule[] };

const isRegularExpression = (source: string) => {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
};
const isReal = (day: string) => !Number.isNaN(Date.parse(`${day}T00:00:00Z`));

const MatchRule: z.ZodType<MatchRule> = z.lazy(() =>
  z.union([
    z.strictObject({ equals: z.string() }),
    z.strictObject({ starts_with: z.string() }),
    z.strictObject({ ends_with: z.string() }),
    z.strictObject({ contains: z.string() }),
    z.strictObject({ regex: z.string().refine(isRegularExpression, 'must be a regular expression') }),
    z.strictObject({ or: z.array(MatchRule) }),
    z.strictObject({ and: z.array(MatchRule) }),
  ]),
);

/** In USD per million tokens: at most 6 decimals, so that a token costs whole pico-dollars. */
const TokenPrice = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/);
const tokenPrices = {
  input: TokenPrice.optional(),
  output: TokenPrice.optional(),
  cacheRead: TokenPrice.optional(),
  cacheWrite: TokenPrice.optional(),
  cacheWrite1h: TokenPrice.optional(),
  reasoning: TokenPrice.optional(),
};
const Day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .refine(isReal, 'must be a day');
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/);

const Period = z.strictObject({
  /** The first day, in UTC. */
  startDate: Day.optional(),
  /** Hours of each day, in UTC. They may pass midnight. */
  startTime: TimeOfDay.optional(),
  endTime: TimeOfDay.optional(),
  ...tokenPrices,
  /** In USD. */
  perRequest: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/)
    .optional(),
  tiers: z.array(z.strictObject({ above: z.int().min(0), ...tokenPrices })).optional(),
});

const Model = z.strictObject({
  id: z.string(),
  match: MatchRule,
  /** The last one that holds at a time counts. Without any, the model is known and has no price. */
  prices: z.array(Period),
});

const Provider = z.strictObject({
  id: z.string(),
  providerMatch: MatchRule.optional(),
  /** The models that it makes: the provider of a call that names none. */
  modelMatch: MatchRule.optional(),
  /** Providers whose prices it takes for models that it does not list. */
  fallbacks: z.array(z.string()).optional(),
  models: z.array(Model),
});

/** What `npm run prices` writes. */
export const PriceFile = z.strictObject({
  package: z.string(),
  version: z.string(),
  publishedOn: Day,
  /** Of the package, whose data these are. */
  licence: z.string(),
  providers: z.array(Provider),
});

export type PriceFile = z.output<typeof PriceFile>;
export type BuiltInProvider = PriceFile['providers'][number];
export type BuiltInModel = BuiltInProvider['models'][number];
export type Period = BuiltInModel['prices'][number];

/** The built-in prices, or those of a file. Throws why the file cannot be used. */
export async function loadPriceFile(path: string | undefined): Promise<PriceFile> {
  if (path === undefined) {
    const { default: builtIn } = await import('./built-in-prices.json', { with: { type: 'json' } });
    // `npm run prices` has validated it.
    return builtIn as unknown as PriceFile;
  }
  try {
    return parsePriceFile(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Error(`The prices of PRICE_BOOK (${path}) cannot be used: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** Throws what is wrong. */
export function parsePriceFile(text: string): PriceFile {
  const result = PriceFile.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}
