import { LRUCache } from 'lru-cache';
import { type Rate, toRate } from './cost.ts';
import { type CallName, namesOf, providerName } from './names.ts';
import type { BuiltInModel, BuiltInProvider, MatchRule, Period, PriceFile } from './price-file.ts';

/** A model of the book, and the provider whose price it is. */
export type Found = { readonly provider: BuiltInProvider; readonly model: BuiltInModel };

/** Calls name few models, and looking one up takes a tenth of a millisecond. */
const REMEMBERED = 5_000;
const MAX_NAME = 600;

/** Finds the built-in price of a model call, by the rules of the file. */
export class BuiltInPrices {
  readonly file: PriceFile;
  readonly #providers: ReadonlyMap<string, BuiltInProvider>;
  readonly #found = new LRUCache<string, { found: Found | undefined }>({ max: REMEMBERED });
  readonly #rates = new WeakMap<Period, { rate: Rate | undefined }>();

  constructor(file: PriceFile) {
    this.file = file;
    this.#providers = new Map(file.providers.map((provider) => [provider.id, provider]));
  }

  /** The id of a provider that the book knows; for another, the name that was sent, in lower case. */
  providerId(name: string): string | undefined {
    const own = providerName(name.toLowerCase().trim());
    if (own === undefined) return undefined;
    // The AI SDK appends the interface: groq.chat, xai.chat.
    return (this.#provider(own) ?? this.#provider(own.replace(/\..*$/, '')))?.id ?? own;
  }

  /** The names by which a call may be found, the most exact first. Without a provider, they have that of the maker. */
  names(provider: string | undefined, model: string): CallName[] {
    const sent = {
      provider: provider === undefined ? undefined : this.providerId(provider),
      model: model.toLowerCase().trim(),
    };
    return namesOf(sent, (name) => this.#provider(name) !== undefined).map((name) => ({
      provider: name.provider ?? this.#makerOf(name.model)?.id,
      model: name.model,
    }));
  }

  /** Also finds models without a price. */
  find(provider: string | undefined, model: string): Found | undefined {
    const key = `${provider ?? ''}\0${model}`;
    const known = this.#found.get(key);
    if (known) return known.found;
    const found = this.#search(this.names(provider, model));
    if (key.length <= MAX_NAME) this.#found.set(key, { found });
    return found;
  }

  /** The price that holds at a time, in UTC. */
  periodAt({ prices }: BuiltInModel, at: string): Period | undefined {
    return prices.findLast((period) => holds(period, at)) ?? prices[0];
  }

  /** Undefined for a period without a price. */
  rateOf(period: Period): Rate | undefined {
    const known = this.#rates.get(period);
    if (known) return known.rate;
    const rate = toRate(period);
    this.#rates.set(period, { rate });
    return rate;
  }

  #search(names: readonly CallName[]): Found | undefined {
    for (const { provider: name, model } of names) {
      const provider = name === undefined ? undefined : this.#provider(name);
      if (!provider) continue;
      const others = (provider.fallbacks ?? []).flatMap((id) => this.#providers.get(id) ?? []);
      for (const one of [provider, ...others]) {
        const found = one.models.find(({ match }) => matches(match, model));
        if (found) return { provider: one, model: found };
      }
    }
    return undefined;
  }

  #provider(name: string): BuiltInProvider | undefined {
    const exact = this.#providers.get(name);
    return (
      exact ??
      this.file.providers.find(({ providerMatch: rule }) => rule !== undefined && matches(rule, name))
    );
  }

  #makerOf(model: string): BuiltInProvider | undefined {
    return this.file.providers.find(({ modelMatch: rule }) => rule !== undefined && matches(rule, model));
  }
}

/** Whether a name, which is in lower case, follows a rule. */
type Matcher = (name: string) => boolean;

/** Rules are compiled when they are first needed: a name that is not known yet is compared with some thousand rules. */
const compiled = new WeakMap<MatchRule, Matcher>();

function matches(rule: MatchRule, name: string): boolean {
  let matcher = compiled.get(rule);
  if (!matcher) {
    matcher = compile(rule);
    compiled.set(rule, matcher);
  }
  return matcher(name);
}

function compile(rule: MatchRule): Matcher {
  if ('equals' in rule) return sameAs(rule.equals, (name, text) => name === text);
  if ('starts_with' in rule) return sameAs(rule.starts_with, (name, text) => name.startsWith(text));
  if ('ends_with' in rule) return sameAs(rule.ends_with, (name, text) => name.endsWith(text));
  if ('contains' in rule) return sameAs(rule.contains, (name, text) => name.includes(text));
  if ('regex' in rule) {
    const pattern = new RegExp(rule.regex);
    return (name) => pattern.test(name);
  }
  const parts = ('or' in rule ? rule.or : rule.and).map(compile);
  return 'or' in rule
    ? (name) => parts.some((matcher) => matcher(name))
    : (name) => parts.every((matcher) => matcher(name));
}

function sameAs(text: string, compare: (name: string, text: string) => boolean): Matcher {
  const lower = text.toLowerCase();
  return (name) => compare(name, lower);
}

/** A period without bounds always holds. `at` is an instant in UTC, which sorts as text. */
function holds({ startDate, startTime, endTime }: Period, at: string): boolean {
  if (startDate !== undefined) return at >= startDate;
  if (startTime === undefined || endTime === undefined) return true;
  const time = at.slice(11, 23);
  return startTime <= endTime ? time >= startTime && time < endTime : time >= startTime || time < endTime;
}
