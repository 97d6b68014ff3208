import { LRUCache } from 'lru-cache';
import { toIsoInstant } from '../base/instants.ts';
import type { Database } from '../database/database.ts';
import { tableWith } from '../database/entity-metadata.ts';
import type { QueryRows } from '../database/query-rows.ts';
import type { PriceSource } from '../kinds/derivation.ts';
import type { BuiltInPrices } from './built-in-prices.ts';
import { DeveloperPrices } from './developer-prices.ts';
import type { OwnPrice } from './own-prices.ts';
import { PriceEntity } from './price.entity.ts';

/** Tells every process that the prices of a developer have changed, or whether costs are computed. The payload is its id. */
export const PRICES_CHANNEL = 'outturn_prices';

/** Own prices per developer. */
export const MAX_PRICES = 1_000;
/** Prices in memory, of all developers. A developer counts as one more. */
const CAPACITY = 50_000;
/** Milliseconds before prices are read again, in case a notice was lost. */
const TTL = 10_000;

const columns =
  'id, provider, model, service_tier, effective_from, input, output, cache_read, cache_write, cache_write1h, reasoning, per_request, tiers';
const table = tableWith(PriceEntity, columns);

/**
 * The prices of all developers: built-in ones, and a cache of own ones. A gateway that takes a price forgets what it knows
 * before it answers; others forget when they get the notice of the commit.
 */
export class PriceBook implements PriceSource {
  readonly builtIn: BuiltInPrices;
  readonly #database: Database;
  readonly #known = new LRUCache<string, DeveloperPrices>({
    maxSize: CAPACITY,
    ttl: TTL,
    ttlResolution: 100,
  });
  /** Coalesces reads of the same developer. */
  readonly #reading = new Map<string, Promise<DeveloperPrices>>();

  constructor(database: Database, builtIn: BuiltInPrices) {
    this.#database = database;
    this.builtIn = builtIn;
  }

  of(developerId: string): DeveloperPrices | Promise<DeveloperPrices> {
    return this.#known.get(developerId) ?? this.#reading.get(developerId) ?? this.#read(developerId);
  }

  /** As they are now, also where a notice is still on its way. They are not remembered. */
  async read(ask: QueryRows, developerId: string): Promise<DeveloperPrices> {
    return new DeveloperPrices(this.builtIn, await load(ask, developerId));
  }

  /** One developer or all. A read that has begun before serves those that wait for it, and is not remembered. */
  forget(developerId?: string): void {
    if (developerId === undefined) {
      this.#known.clear();
      this.#reading.clear();
      return;
    }
    this.#known.delete(developerId);
    this.#reading.delete(developerId);
  }

  #read(developerId: string): Promise<DeveloperPrices> {
    const reading = load(this.#database.quick, developerId)
      .then((stored) => {
        const prices = new DeveloperPrices(this.builtIn, stored);
        if (this.#reading.get(developerId) === reading)
          this.#known.set(developerId, prices, { size: stored.own.length + 1 });
        return prices;
      })
      .finally(() => {
        if (this.#reading.get(developerId) === reading) this.#reading.delete(developerId);
      });
    this.#reading.set(developerId, reading);
    return reading;
  }
}

/** In turn, because both may be statements of one transaction. */
async function load(
  ask: QueryRows,
  developerId: string,
): Promise<{ own: OwnPrice[]; computesCosts: boolean }> {
  const settings = await ask(
    'developer_computes_costs',
    'select computes_costs from developers where id = $1',
    [developerId],
  );
  const rows = await ask('prices_of_developer', `select ${columns} from ${table} where developer_id = $1`, [
    developerId,
  ]);
  return { own: rows.map(toOwnPrice), computesCosts: settings[0]?.[0] === 't' };
}

function toOwnPrice(row: readonly (string | null)[]): OwnPrice {
  const [id, provider, model, serviceTier, effectiveFrom, ...price] = row;
  const [input, output, cacheRead, cacheWrite, cacheWrite1h, reasoning, perRequest, tiers] = price.map(
    (value) => value ?? undefined,
  );
  return {
    // The first, third and fifth column are never null.
    id: id as string,
    provider: provider ?? null,
    model: model as string,
    serviceTier: serviceTier ?? null,
    effectiveFrom: toIsoInstant(effectiveFrom as string),
    price: {
      ...{ input, output, cacheRead, cacheWrite, cacheWrite1h, reasoning, perRequest },
      ...(tiers !== undefined && { tiers: JSON.parse(tiers) }),
    },
  };
}
