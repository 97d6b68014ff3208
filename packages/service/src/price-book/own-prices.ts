import type { ModelCall } from '../kinds/derivation.ts';
import type { BuiltInPrices } from './built-in-prices.ts';
import { type Price, type Rate, toRate } from './cost.ts';

/** A price of a developer. */
export type OwnPrice = {
  readonly id: string;
  readonly provider: string | null;
  /** A name, or the beginning of names and `*`. */
  readonly model: string;
  readonly serviceTier: string | null;
  /** ISO 8601 in UTC. */
  readonly effectiveFrom: string;
  readonly price: Price;
};

/** A price that may apply to a call. */
type Candidate = {
  readonly own: OwnPrice;
  /** In lower case; undefined for any. */
  readonly provider: string | undefined;
  readonly serviceTier: string | undefined;
  /** As the book calls the provider. Computed when first needed, as is the rate. */
  providerId?: string | undefined;
  rate?: Rate | undefined;
};

const REMEMBERED = 500;
const MAX_NAME = 600;

/**
 * The prices of one developer. They never change; others take their place. A developer may have a thousand, and a batch a
 * thousand names of models, so a call looks at the prices of its own names alone: those of a model are found by its name, and
 * those of a pattern by the beginning of a name, for each length that a pattern has.
 */
export class OwnPrices {
  readonly #builtIn: BuiltInPrices;
  /** By name, and by the beginning of names. Each list has the best first, as far as it does not depend on the call. */
  readonly #exact = new Map<string, Candidate[]>();
  readonly #patterns = new Map<string, Candidate[]>();
  /** The longest first. */
  readonly #lengths: readonly number[];
  /** For a call, those that may apply, the best first. */
  readonly #ranked = new Map<string, readonly Candidate[]>();

  constructor(builtIn: BuiltInPrices, prices: readonly OwnPrice[]) {
    this.#builtIn = builtIn;
    for (const own of prices.toSorted(byPrecedence)) {
      const name = own.model.toLowerCase().trim();
      const [map, key] = name.endsWith('*')
        ? ([this.#patterns, name.slice(0, -1)] as const)
        : ([this.#exact, name] as const);
      const candidate = {
        own,
        provider: own.provider?.toLowerCase().trim(),
        serviceTier: own.serviceTier?.toLowerCase().trim(),
      };
      const list = map.get(key);
      if (list) list.push(candidate);
      else map.set(key, [candidate]);
    }
    const lengths = new Set([...this.#patterns.keys()].map(({ length }) => length));
    this.#lengths = [...lengths].sort((a, b) => b - a);
  }

  find({ provider, model, serviceTier, at }: ModelCall): { own: OwnPrice; rate: Rate } | undefined {
    if (this.#exact.size === 0 && this.#lengths.length === 0) return undefined;
    const key = `${provider ?? ''}\0${model}\0${serviceTier ?? ''}`;
    let ranked = this.#ranked.get(key);
    if (!ranked) {
      ranked = this.#rank(provider, model, serviceTier?.toLowerCase().trim());
      if (this.#ranked.size >= REMEMBERED) this.#ranked.clear();
      if (key.length <= MAX_NAME) this.#ranked.set(key, ranked);
    }
    for (const candidate of ranked) {
      if (candidate.own.effectiveFrom > at) continue;
      candidate.rate ??= toRate(candidate.own.price);
      if (candidate.rate) return { own: candidate.own, rate: candidate.rate };
    }
    return undefined;
  }

  /**
   * The exact model comes before a pattern, the longer pattern before the shorter; then the spelling that is nearer to what was
   * sent, a price with the provider, one with the service tier, and the newest.
   */
  #rank(provider: string | undefined, model: string, serviceTier: string | undefined): Candidate[] {
    const names = this.#builtIn.names(provider, model);
    const sent = model.toLowerCase().trim();
    const spellings = [...new Set([sent, ...names.map((name) => name.model)])];
    const providers = new Set([provider?.toLowerCase().trim(), ...names.map((name) => name.provider)]);
    const ranked: Candidate[] = [];
    const add = (candidates: readonly Candidate[] = []) => {
      for (const candidate of candidates) {
        const isOfTier = candidate.serviceTier === undefined || candidate.serviceTier === serviceTier;
        if (isOfTier && this.#isOf(providers, candidate)) ranked.push(candidate);
      }
    };
    for (const name of spellings) add(this.#exact.get(name));
    // Two spellings may have the same beginning. A candidate is then listed twice, and the first place counts.
    for (const length of this.#lengths)
      for (const name of spellings) if (name.length >= length) add(this.#patterns.get(name.slice(0, length)));
    return ranked;
  }

  #isOf(providers: ReadonlySet<string | undefined>, candidate: Candidate): boolean {
    const { provider } = candidate;
    if (provider === undefined || providers.has(provider)) return true;
    candidate.providerId ??= this.#builtIn.providerId(provider) ?? provider;
    return providers.has(candidate.providerId);
  }
}

/** Of prices for the same names: one with a provider, one with a service tier, the newest, the one that was created last. */
function byPrecedence(a: OwnPrice, b: OwnPrice): number {
  return (
    Number(b.provider !== null) - Number(a.provider !== null) ||
    Number(b.serviceTier !== null) - Number(a.serviceTier !== null) ||
    compare(b.effectiveFrom, a.effectiveFrom) ||
    compare(b.id, a.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
