import type { Usage } from '../kinds/derivation.ts';

/**
 * The arithmetic of costs. A price in USD per million tokens with 6 decimals is a whole number of pico-dollars (10⁻¹² USD) per
 * token. So sums are exact, and a cost is rounded once, when it becomes USD with 9 decimals.
 *
 * For example, 1,413 input tokens of which 1,280 were cached, and 57 output tokens, at 0.40, 0.10 and 1.60 USD per million:
 * 133 × 400,000 + 1,280 × 100,000 + 57 × 1,600,000 = 272,400,000 pico-dollars, which are 0.0002724 USD.
 */

const tokenPriceNames = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWrite1h', 'reasoning'] as const;
type TokenPriceName = (typeof tokenPriceNames)[number];

/** Decimal texts, in USD per million tokens. */
type TokenPrices = { readonly [Name in TokenPriceName]?: string | undefined };

/** As it is written down. `perRequest` is in USD. */
export type Price = TokenPrices & {
  readonly perRequest?: string | undefined;
  readonly tiers?: readonly (TokenPrices & { readonly above: number })[] | undefined;
};

/** In pico-dollars per token. A part without a price of its own costs what its whole costs. */
type Rates = { readonly [Name in TokenPriceName]: bigint };

/** Ready to compute with. */
export type Rate = {
  readonly base: Rates;
  /** The highest first. */
  readonly tiers: readonly { above: number; rates: Rates }[];
  /** In pico-dollars. */
  readonly perRequest: bigint;
};

const PICO_PER_TOKEN_DECIMALS = 6;
const PICO_DECIMALS = 12;
const NANO_DECIMALS = 9;

/** Undefined for a price that prices neither tokens nor requests. */
export function toRate(price: Price): Rate | undefined {
  const { perRequest, tiers = [] } = price;
  const isPriced = tokenPriceNames.some((name) => price[name] !== undefined);
  if (!isPriced && perRequest === undefined) return undefined;
  return {
    base: ratesOf(price),
    tiers: tiers
      .map((tier) => ({ above: tier.above, rates: ratesOf(tier) }))
      .sort((a, b) => b.above - a.above),
    perRequest: perRequest === undefined ? 0n : scaled(perRequest, PICO_DECIMALS),
  };
}

function ratesOf(prices: TokenPrices): Rates {
  const of = (name: TokenPriceName, otherwise: bigint) => {
    const price = prices[name];
    return price === undefined ? otherwise : scaled(price, PICO_PER_TOKEN_DECIMALS);
  };
  const input = of('input', 0n);
  const output = of('output', 0n);
  const cacheWrite = of('cacheWrite', input);
  return {
    input,
    output,
    cacheRead: of('cacheRead', input),
    cacheWrite,
    cacheWrite1h: of('cacheWrite1h', cacheWrite),
    reasoning: of('reasoning', output),
  };
}

/** The decimal without its point, which has at most this many decimals. */
function scaled(decimal: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
}

/** What a request costs, in pico-dollars. A request above a tier takes all prices of that tier. */
export function picoDollars({ base, tiers, perRequest }: Rate, usage: Usage): bigint {
  const { input, output, cacheRead, cacheWrite, cacheWrite1h, reasoning } = usage;
  const rates = tiers.find(({ above }) => input > above)?.rates ?? base;
  let sum =
    perRequest + times(input - cacheRead - cacheWrite, rates.input) + times(output - reasoning, rates.output);
  // Most calls have none of these.
  if (cacheRead > 0) sum += times(cacheRead, rates.cacheRead);
  if (cacheWrite > 0)
    sum += times(cacheWrite - cacheWrite1h, rates.cacheWrite) + times(cacheWrite1h, rates.cacheWrite1h);
  if (reasoning > 0) sum += times(reasoning, rates.reasoning);
  return sum;
}

function times(tokens: number, rate: bigint): bigint {
  return BigInt(tokens) * rate;
}

const PICO_PER_NANO = 10n ** BigInt(PICO_DECIMALS - NANO_DECIMALS);

/** In USD, rounded half-even to 9 decimals, without trailing zeros. */
export function toUsd(pico: bigint): string {
  let nano = pico / PICO_PER_NANO;
  const rest = pico % PICO_PER_NANO;
  const half = PICO_PER_NANO / 2n;
  if (rest > half || (rest === half && nano % 2n === 1n)) nano += 1n;
  const digits = String(nano).padStart(NANO_DECIMALS + 1, '0');
  const fraction = digits.slice(-NANO_DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -NANO_DECIMALS);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
