import type { Inputs, Outputs } from '../api/client.ts';
import { fromAmountInput, toAmountInput } from '../format/amount-input.ts';
import { fromLocalTime, isLocalTime } from '../zone/local-time.ts';

export type Price = Outputs['prices']['list']['items'][number];

/** Prices of tokens, in USD per million. */
export const tokenPrices = {
  input: 'Input',
  output: 'Output',
  cacheRead: 'Cache reads',
  cacheWrite: 'Cache writes',
  cacheWrite1h: '1-hour cache writes',
  reasoning: 'Reasoning',
} as const;

export type TokenPrice = keyof typeof tokenPrices;
export const tokenPriceNames = Object.keys(tokenPrices) as TokenPrice[];

type TokenPriceFields = Record<TokenPrice, string>;
export type TierFields = TokenPriceFields & { key: string; above: string };

/** The values of the form; an empty text means none. */
export type PriceFields = TokenPriceFields & {
  provider: string;
  model: string;
  serviceTier: string;
  /** As fields of the type `datetime-local` have it. */
  effectiveFrom: string;
  perRequest: string;
  tiers: TierFields[];
};

const labels: Readonly<Record<string, string>> = {
  ...tokenPrices,
  provider: 'Provider',
  model: 'Model',
  serviceTier: 'Service tier',
  effectiveFrom: 'Effective from',
  perRequest: 'Each request',
  above: 'Above',
};

/** The name of a field of a price in the form, such as `tiers.0.above`. */
export function priceLabel(field: string): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  return labels[name] ?? name;
}

export function emptyTier(key: string): TierFields {
  return { ...toTokenPrices({}), key, above: '' };
}

/** The values of a form for a model, with the prices of `like` if there is one. */
export function toPriceFields(
  { provider, model, effectiveFrom }: Pick<PriceFields, 'provider' | 'model' | 'effectiveFrom'>,
  like?: Price,
): PriceFields {
  return {
    provider,
    model,
    effectiveFrom,
    serviceTier: like?.serviceTier ?? '',
    perRequest: toAmountInput(like?.perRequest ?? ''),
    ...toTokenPrices(like ?? {}),
    tiers: (like?.tiers ?? []).map((tier, index) => ({
      ...toTokenPrices(tier),
      key: `given ${index}`,
      above: String(tier.above),
    })),
  };
}

function toTokenPrices(prices: Partial<Record<TokenPrice, string | null>>): TokenPriceFields {
  return mapTokenPrices((name) => toAmountInput(prices[name] ?? ''));
}

/** The price as the API takes it. The fields must have passed {@link priceRules}. */
export function toPriceInput(fields: PriceFields, zone: string): Inputs['prices']['create'] {
  const text = (value: string) => value.trim() || undefined;
  const tokens = (prices: TokenPriceFields) => mapTokenPrices((name) => fromAmountInput(prices[name]));
  return {
    provider: text(fields.provider),
    model: fields.model.trim(),
    serviceTier: text(fields.serviceTier),
    effectiveFrom: new Date(fromLocalTime(fields.effectiveFrom, zone)).toISOString(),
    ...tokens(fields),
    perRequest: fromAmountInput(fields.perRequest),
    ...(fields.tiers.length > 0 && {
      tiers: fields.tiers.map((tier) => ({ above: Number(tier.above), ...tokens(tier) })),
    }),
  };
}

/** The server has more rules; its words are shown at the fields when it refuses. */
export const priceRules = {
  ...mapTokenPrices(() => amountRule),
  input: (input: string, { output, perRequest }: PriceFields) =>
    [input, output, perRequest].every((price) => price.trim() === '')
      ? 'Enter a price for input, for output or for each request.'
      : amountRule(input),
  perRequest: amountRule,
  model: (model: string) => (model.trim() === '' ? 'Enter the name of a model.' : null),
  effectiveFrom: (time: string) => (isLocalTime(time) ? null : 'Enter a day and a time.'),
  tiers: {
    ...mapTokenPrices(() => amountRule),
    above: (above: string) => (/^\d+$/.test(above.trim()) ? null : 'Enter a whole number.'),
  },
};

function amountRule(text: string): string | null {
  const isAmount = text.trim() === '' || fromAmountInput(text) !== undefined;
  return isAmount ? null : `Enter a price, e.g. ${toAmountInput('2.50')}.`;
}

/** Names of all fields of a form with this many tiers. */
export function fieldNames({ tiers, ...fields }: PriceFields): string[] {
  return [
    ...Object.keys(fields),
    ...tiers.flatMap((_, index) => ['above', ...tokenPriceNames].map((name) => `tiers.${index}.${name}`)),
  ];
}

function mapTokenPrices<Value>(toValue: (name: TokenPrice) => Value): Record<TokenPrice, Value> {
  // One entry for each name.
  return Object.fromEntries(tokenPriceNames.map((name) => [name, toValue(name)])) as Record<
    TokenPrice,
    Value
  >;
}
