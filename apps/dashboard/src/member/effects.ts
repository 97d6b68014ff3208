import Big from 'big.js';
import type { KeyedRow } from '../catalogue/key-text.ts';
import type { Dimension } from '../kinds/dimensions.ts';
import type { SliceQuestion } from '../measures/use-slice.ts';
import type { Filter, Split } from '../where/filters.ts';
import { groupFilters } from '../where/group-filters.ts';

/** A part of the margin, split by a dimension. Revenue has no model and no event type, so those split the cost. */
export type Cut = { dimension: Split['dimension']; measure: 'margin' | 'cost' };

const costs: readonly Cut[] = [
  { dimension: 'model', measure: 'cost' },
  { dimension: 'tool', measure: 'cost' },
  { dimension: 'eventType', measure: 'cost' },
];
const byAgent: Cut = { dimension: 'agent', measure: 'margin' };
const byCustomer: Cut = { dimension: 'customer', measure: 'margin' };

/** The dimensions that may explain a change of the margin of a member; goal types have no cost. */
export const cutsOf: Readonly<Record<Dimension, readonly Cut[]>> = {
  agents: [byCustomer, ...costs],
  customers: [byAgent, ...costs],
  tools: [byAgent, byCustomer, ...costs.filter(({ dimension }) => dimension !== 'tool')],
  'goal-types': [],
};

/** How a group has changed the margin since the compared period. Amounts are exact. */
export type Effect = {
  group: KeyedRow;
  now: string;
  before: string;
  /** Above zero where the margin has grown by it. */
  effect: string;
  /** The records of the group, among those of its cut. */
  where: Filter[];
};

type Totals = { margin?: string | undefined; cost?: string | undefined };
type Group = KeyedRow & {
  totals?: Totals | undefined;
  previous?: { totals?: Totals | undefined } | undefined;
};

/** Groups that one cut shows; the rest is one more. */
const MOST = 5;
/** The most groups that the API answers. */
const MOST_GROUPS = 1000;

/** The groups that have changed the margin most, the largest effect first, and what all others have done together. */
export function effectsOf(groups: readonly Group[], { dimension, measure }: Cut): Effect[] {
  const amountOf = (totals: Totals | undefined) => new Big(totals?.[measure] ?? 0);
  const changes = groups
    .map((group) => {
      const now = amountOf(group.totals);
      const before = amountOf(group.previous?.totals);
      return { group, now, before, effect: measure === 'cost' ? before.minus(now) : now.minus(before) };
    })
    .sort((one, other) => other.effect.abs().cmp(one.effect.abs()));
  const changed = changes.filter(({ group, effect }) => !group.isOther && !effect.eq(0));
  const shown = changed.slice(0, MOST);
  const rest = changes.filter((change) => !shown.includes(change));
  const sum = (part: 'now' | 'before' | 'effect') =>
    rest.reduce((all, each) => all.plus(each[part]), new Big(0));
  const others = {
    group: { key: null, label: null, isOther: true },
    now: sum('now'),
    before: sum('before'),
    effect: sum('effect'),
  };
  const shownGroups = shown.map(({ group }) => group);
  return [...shown, ...(others.effect.eq(0) ? [] : [others])].map(({ group, now, before, effect }) => ({
    group,
    now: now.toFixed(),
    before: before.toFixed(),
    effect: effect.toFixed(),
    where: groupFilters({ dimension }, group, shownGroups),
  }));
}

type Asked = Pick<SliceQuestion, 'window' | 'timeZone' | 'where'> & { previous: { shift?: 'year' } };

/** The question for the totals and all cuts of a member, in its window and in the compared one. */
export function changeQuestion({ previous, ...asked }: Asked, cuts: readonly Cut[]): SliceQuestion {
  const totals = ['revenue' as const, 'cost' as const, 'margin' as const];
  return {
    ...asked,
    totals,
    previous: { ...previous, totals },
    by: Object.fromEntries(
      cuts.map(({ dimension, measure }) => [
        dimension,
        {
          dimension,
          orderBy: { measure },
          first: MOST_GROUPS,
          totals: [measure],
          previous: { ...previous, totals: [measure] },
        },
      ]),
    ),
  };
}
