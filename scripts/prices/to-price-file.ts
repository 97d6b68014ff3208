import type { MatchRule, Period, PriceFile } from '../../packages/service/src/price-book/price-file.ts';
import type { SourceModel, SourcePrices, SourceProvider } from './read-providers.ts';

/** The units of tokens that events count. Audio, images, searches and other units are left out. */
const units = {
  input: 'input_mtok',
  output: 'output_mtok',
  cacheRead: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  cacheWrite1h: 'cache_write_1h_mtok',
  reasoning: 'output_reasoning_mtok',
} as const;
const REQUESTS = 'requests_kcount';
/** Of prices per million tokens. */
const DECIMALS = 6;

export function toPriceFile(
  providers: readonly SourceProvider[],
  about: Omit<PriceFile, 'providers'>,
): PriceFile {
  return {
    ...about,
    providers: providers.map(({ id, provider_match, model_match, fallback_model_providers, models }) => ({
      id,
      // The schema of price files checks the rules.
      ...(provider_match && { providerMatch: provider_match as MatchRule }),
      ...(model_match && { modelMatch: model_match as MatchRule }),
      ...(fallback_model_providers && { fallbacks: fallback_model_providers }),
      models: models.map((model) => ({
        id: model.id,
        match: model.match as MatchRule,
        prices: periodsOf(model),
      })),
    })),
  };
}

/** One line for each model, so that a diff shows which prices have changed. */
export function writePriceFile({ providers, ...about }: PriceFile): string {
  const lines = providers.map(({ models, ...provider }) => {
    const head = JSON.stringify(provider).slice(0, -1);
    return `${head},"models":[\n${models.map((model) => JSON.stringify(model)).join(',\n')}]}`;
  });
  return `${JSON.stringify(about).slice(0, -1)},"providers":[\n${lines.join(',\n')}]}\n`;
}

/** None for a model without a price of tokens or requests. */
function periodsOf({ id, prices }: SourceModel): Period[] {
  const list = Array.isArray(prices) ? prices : [{ prices }];
  const periods = list.map(({ constraint, prices: source }): Period => {
    const period = pricesOf(source, id);
    if (!constraint) return period;
    if (constraint.type === 'start_date') return { startDate: constraint.start_date, ...period };
    const { start_time, end_time } = constraint;
    return { startTime: timeOfDay(start_time), endTime: timeOfDay(end_time), ...period };
  });
  return periods.some(({ startDate, startTime, endTime, ...price }) => Object.keys(price).length > 0)
    ? periods
    : [];
}

/** A tier has all prices of its model, those that do not change included. */
function pricesOf(source: SourcePrices, model: string): Period {
  const starts = new Set(
    Object.values(source).flatMap((price) =>
      typeof price === 'number' ? [] : price.tiers.map(({ start }) => start),
    ),
  );
  const tiers = [...starts].sort((a, b) => a - b).map((above) => ({ above, ...tokenPrices(source, above) }));
  const requests = source[REQUESTS];
  if (typeof requests === 'object') throw new Error(`${model} has tiers of prices of requests.`);
  return {
    ...tokenPrices(source, 0),
    ...(requests !== undefined && { perRequest: decimal(requests / 1000, 9) }),
    ...(tiers.length > 0 && { tiers }),
  };
}

/** Those of a request with more input tokens than `above`, and no more than the next tier. */
function tokenPrices(source: SourcePrices, above: number) {
  return Object.fromEntries(
    Object.entries(units).flatMap(([name, unit]) => {
      const price = source[unit];
      if (price === undefined) return [];
      if (typeof price === 'number') return [[name, decimal(price, DECIMALS)]];
      const reached = price.tiers.filter(({ start }) => start <= above).sort((a, b) => b.start - a.start);
      const [tier] = above === 0 ? [] : reached;
      return [[name, decimal(tier?.price ?? price.base, DECIMALS)]];
    }),
  );
}

function decimal(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/\.?0+$/, '');
}

/** In UTC, as `price-file.ts` stores it. */
function timeOfDay(time: string): string {
  const [, utc] = /^(\d\d:\d\d:\d\d)Z$/.exec(time) ?? [];
  if (utc === undefined) throw new Error(`${time} is no time of day in UTC.`);
  return utc;
}
