import type { ModelCall, Prices, Usage } from '../kinds/derivation.ts';
import type { BuiltInPrices, Found } from './built-in-prices.ts';
import { picoDollars, type Rate, toUsd } from './cost.ts';
import { type OwnPrice, OwnPrices } from './own-prices.ts';
import type { Period } from './price-file.ts';

/** The price that applies to a call. */
export type Applied =
  | { readonly source: 'own'; readonly own: OwnPrice; readonly rate: Rate }
  | { readonly source: 'built-in'; readonly found: Found; readonly period: Period; readonly rate: Rate };

/** All prices of one developer: own ones come before built-in ones. */
export class DeveloperPrices implements Prices {
  readonly computesCosts: boolean;
  readonly #builtIn: BuiltInPrices;
  readonly #own: OwnPrices;

  constructor(builtIn: BuiltInPrices, stored: { own: readonly OwnPrice[]; computesCosts: boolean }) {
    this.computesCosts = stored.computesCosts;
    this.#builtIn = builtIn;
    this.#own = new OwnPrices(builtIn, stored.own);
  }

  find(call: ModelCall): Applied | undefined {
    const ranked = this.#own.find(call);
    if (ranked) return { source: 'own', own: ranked.own, rate: ranked.rate };
    const found = this.#builtIn.find(call.provider, call.model);
    const period = found && this.#builtIn.periodAt(found.model, call.at);
    const rate = period && this.#builtIn.rateOf(period);
    return rate && { source: 'built-in', found, period, rate };
  }

  costOf(call: ModelCall, usage: Usage): string | undefined {
    const price = this.find(call);
    return price && toUsd(picoDollars(price.rate, usage));
  }
}
