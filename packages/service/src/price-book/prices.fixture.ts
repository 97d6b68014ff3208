import type { Usage } from '../kinds/derivation.ts';
import { BuiltInPrices } from './built-in-prices.ts';
import { DeveloperPrices } from './developer-prices.ts';
import type { OwnPrice } from './own-prices.ts';
import { loadPriceFile } from './price-file.ts';

export const builtIn = new BuiltInPrices(await loadPriceFile(undefined));

export type Call = {
  provider?: string | undefined;
  model: string;
  serviceTier?: string;
  at?: string;
  usage?: Partial<Usage>;
};

export const AT = '2026-11-01T12:00:00.000Z';
const none: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0, reasoning: 0 };

const pricesOf = (own: OwnPrice[]) => new DeveloperPrices(builtIn, { own, computesCosts: true });

export function priceOf({ provider, model, serviceTier, at = AT }: Call, own: OwnPrice[] = []) {
  return pricesOf(own).find({ provider, model, serviceTier, at });
}

/** In USD; null without a price. */
export function costOf(call: Call, own: OwnPrice[] = []): string | null {
  const { provider, model, serviceTier, at = AT, usage } = call;
  return pricesOf(own).costOf({ provider, model, serviceTier, at }, { ...none, ...usage }) ?? null;
}

/** Provider and model of the book; undefined without a price. */
export function listedAs(provider: string | undefined, model: string): string | undefined {
  const price = priceOf({ provider, model });
  return price?.source === 'built-in' ? `${price.found.provider.id} ${price.found.model.id}` : undefined;
}
