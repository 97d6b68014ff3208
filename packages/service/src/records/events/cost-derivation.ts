import type { Amendment, Derivation, ModelCall, Prices, Usage } from '../../kinds/derivation.ts';
import { now } from '../definition/now.ts';
import type { Event, RecordEventInput } from './event.schema.ts';

type DerivedCost = Pick<Event, 'cost' | 'computedCost' | 'costSource'>;

/** What the price of an event depends on. */
const priced = [
  'model',
  'provider',
  'serviceTier',
  'occurredAt',
  'inputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'cacheWrite1hTokens',
  'outputTokens',
  'reasoningTokens',
] as const satisfies (keyof RecordEventInput)[];

/**
 * The cost of an event: the one that was sent, else the one by the price book. `computedCost` is what the book says, beside a
 * cost that was sent, too.
 */
export const costDerivation: Derivation = {
  fields: ['computedCost', 'costSource'],
  replaces: ['cost', 'occurredAt'],
  needsPrices: (input) => isModelCall(input as RecordEventInput),
  derive: (input, prices) => derived(input as RecordEventInput, prices),
  amend,
};

type Derived = DerivedCost & Pick<RecordEventInput, 'occurredAt'>;

/** The schema has validated the input. The price is that of the time of the event, so both have the same default. */
function derived(event: RecordEventInput, prices: Prices | undefined): Derived {
  const isCounted = prices?.computesCosts === true && isModelCall(event);
  const occurredAt = isCounted ? (event.occurredAt ?? now()) : event.occurredAt;
  const computedCost = isCounted
    ? (prices.costOf(callOf(event, occurredAt ?? ''), usageOf(event)) ?? null)
    : null;
  if (event.cost != null) return { cost: event.cost, computedCost, costSource: 'reported', occurredAt };
  if (!isCounted) return { cost: null, computedCost, costSource: null, occurredAt };
  const costSource = computedCost === null ? 'unpriced' : 'computed';
  return { cost: computedCost, computedCost, costSource, occurredAt };
}

/** A model call has tokens of one kind at least; the other then counts as none. */
function isModelCall({ model, inputTokens, outputTokens }: RecordEventInput): boolean {
  return Boolean(model) && (inputTokens != null || outputTokens != null);
}

function callOf({ provider, model, serviceTier }: RecordEventInput, at: string): ModelCall {
  return {
    provider: provider || undefined,
    model: model ?? '',
    serviceTier: serviceTier || undefined,
    at,
  };
}

function usageOf(event: RecordEventInput): Usage {
  return {
    input: event.inputTokens ?? 0,
    output: event.outputTokens ?? 0,
    cacheRead: event.cacheReadTokens ?? 0,
    cacheWrite: event.cacheWriteTokens ?? 0,
    cacheWrite1h: event.cacheWrite1hTokens ?? 0,
    reasoning: event.reasoningTokens ?? 0,
  };
}

/**
 * A cost that is amended is a reported one, and null hands the event back to the book. A new model, provider, tier or time,
 * and new tokens, compute anew, but for a cost that was reported. Any other amendment keeps what was computed, whatever has
 * become of the prices, as does every amendment while costs are not computed.
 */
function amend({ before, changes, check }: Amendment, prices: Prices): object {
  const { computedCost, costSource, cost, ...sent } = before as RecordEventInput & Partial<DerivedCost>;
  const isReported = costSource === 'reported';
  const input = check({ ...sent, ...(isReported && { cost }), ...changes }) as RecordEventInput;
  const isPricedAnew =
    prices.computesCosts && priced.some((field) => (input[field] ?? null) !== (sent[field] ?? null));
  if (isPricedAnew || changes.cost === null) return { ...input, ...derived(input, prices) };
  if (changes.cost != null) return { ...input, computedCost, costSource: 'reported' };
  return { ...input, cost, computedCost, costSource };
}
