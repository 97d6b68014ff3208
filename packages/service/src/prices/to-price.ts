import type { InferEntity } from '@mikro-orm/core';
import type { Found } from '../price-book/built-in-prices.ts';
import type { Price as StoredPrice } from '../price-book/cost.ts';
import type { PriceEntity } from '../price-book/price.entity.ts';
import type { Period, PriceFile } from '../price-book/price-file.ts';
import type { Price } from './price.schema.ts';

export function ownPrice(row: InferEntity<typeof PriceEntity>): Price {
  const { id, provider, model, serviceTier, effectiveFrom, createdAt, tiers, ...price } = row;
  return {
    id,
    source: 'own',
    provider: provider ?? null,
    model,
    serviceTier: serviceTier ?? null,
    effectiveFrom: effectiveFrom.toISOString(),
    hoursFrom: null,
    hoursTo: null,
    ...shown({ ...withoutNull(price), ...(tiers && { tiers }) }),
    bookVersion: null,
    bookDate: null,
    createdAt: createdAt.toISOString(),
  };
}

export function builtInPrice({ provider, model }: Found, period: Period, book: PriceFile): Price {
  const { startDate, startTime, endTime } = period;
  return {
    id: null,
    source: 'built-in',
    provider: provider.id,
    model: model.id,
    serviceTier: null,
    effectiveFrom: startDate === undefined ? null : `${startDate}T00:00:00.000Z`,
    hoursFrom: startTime ?? null,
    hoursTo: endTime ?? null,
    ...shown(period),
    bookVersion: book.version,
    bookDate: book.publishedOn,
    createdAt: null,
  };
}

type Shown = Pick<
  Price,
  'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'cacheWrite1h' | 'reasoning' | 'perRequest' | 'tiers'
>;

function shown({ tiers = [], perRequest, ...prices }: StoredPrice): Shown {
  return {
    ...tokenPrices(prices),
    perRequest: perRequest ?? null,
    tiers: tiers.map(({ above, ...tier }) => ({ above, ...tokenPrices(tier) })),
  };
}

function tokenPrices(price: Omit<StoredPrice, 'tiers' | 'perRequest'>) {
  return {
    input: price.input ?? null,
    output: price.output ?? null,
    cacheRead: price.cacheRead ?? null,
    cacheWrite: price.cacheWrite ?? null,
    cacheWrite1h: price.cacheWrite1h ?? null,
    reasoning: price.reasoning ?? null,
  };
}

type Present<T> = { [Name in keyof T]: Exclude<T[Name], null> };

/** Fields that are null are left out. */
export function withoutNull<T extends object>(fields: T): Present<T> {
  // Fields that may be null may be absent, too.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Present<T>;
}
