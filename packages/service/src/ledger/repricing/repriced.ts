import { fromUnits, toUnits } from '../../base/decimal-units.ts';
import { toIsoInstant } from '../../base/instants.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import type { Prices } from '../../kinds/derivation.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';

/** Which events a run reprices: by their time, and by names without regard to case. */
export type RepricingScope = {
  readonly from: string;
  readonly to: string;
  /** A name, or the beginning of names and `*`. */
  readonly model: string | null;
  readonly provider: string | null;
};

/** The place behind an event in the order of time. */
export type Place = { readonly at: string; readonly id: string };

/** Sums over the events whose cost changes, in billionths of USD. */
export type Figures = { events: number; unpricedBefore: number; oldCost: bigint; newCost: bigint };

export const noFigures = (): Figures => ({ events: 0, unpricedBefore: 0, oldCost: 0n, newCost: 0n });

/** Properties of the columns that repricing writes. */
export const costNames = ['cost', 'computedCost', 'costSource'] as const;

export type Costs = Record<(typeof costNames)[number], string | null>;

/** Undefined for an event whose cost, and where it is from, stay. `values` are those of the columns of the kind. */
export function repriced(
  kind: RecordKind,
  values: readonly (string | null)[],
  prices: Prices,
): { before: Costs; after: Costs } | undefined {
  const { derivation } = kind;
  if (!prices.computesCosts) return undefined;
  if (!derivation) throw new Error(`The costs of ${kind.name} follow from no prices.`);
  const input = kind.toInput({ id: '', createdAt: '', values, dimensions: [] });
  const { cost = null, computedCost = null, costSource = null, ...sent } = input as Partial<Costs>;
  if (costSource === 'reported') return undefined;
  // `derive` returns them for a kind with derived costs.
  const derived = derivation.derive(sent, prices) as Costs;
  // An event of a time when no cost was computed has no cost before and after, where its model has no price.
  if (derived.cost === cost && derived.costSource === costSource) return undefined;
  const { cost: newCost, computedCost: newComputed, costSource: newSource } = derived;
  return {
    before: { cost, computedCost, costSource },
    after: { cost: newCost, computedCost: newComputed, costSource: newSource },
  };
}

export function addTo(figures: Figures, before: Costs, after: Costs): void {
  if (before.cost === after.cost) return;
  figures.events++;
  if (before.costSource === 'unpriced') figures.unpricedBefore++;
  figures.oldCost += toUnits(before.cost ?? '0');
  figures.newCost += toUnits(after.cost ?? '0');
}

export function withCosts(
  kind: RecordKind,
  values: readonly (string | null)[],
  costs: Costs,
): (string | null)[] {
  const named = new Map(
    Object.entries(costs).map(([property, value]) => [kind.columnNames[property], value]),
  );
  return values.map((value, i) => {
    const name = kind.columns[i]?.name;
    return named.has(name) ? (named.get(name) ?? null) : value;
  });
}

/** As answers show them. */
export function shownFigures({ events, unpricedBefore, oldCost, newCost }: Figures) {
  return { events, unpricedBefore, oldCost: fromUnits(oldCost), newCost: fromUnits(newCost) };
}

export type Candidate = { id: string; at: string; version: number; values: readonly (string | null)[] };

/**
 * The next events behind a place, in the order of their times. Candidates are those whose cost follows from prices: calls of a
 * model with tokens, but for those whose cost was reported. `limit` bounds the rows that are looked at, so that a statement takes
 * the same time wherever few events are candidates; `looked` is their number, and `last` the place of the last of them.
 */
export async function readCandidates(
  ask: QueryRows,
  kind: RecordKind,
  {
    developerId,
    scope,
    after,
    limit,
  }: { developerId: string; scope: RepricingScope; after: Place | undefined; limit: number },
): Promise<{ candidates: Candidate[]; looked: number; last: Place | undefined }> {
  const time = kind.time.column;
  // No price depends on what callers add in JSON, which may be long.
  const columns = kind.columns.map(({ name, type }) => (type === 'json' ? `null as ${name}` : name));
  const { model, provider } = scope;
  const isPattern = model?.endsWith('*') ?? false;
  const rows = await ask(
    `${kind.table}_to_reprice`,
    `with looked as (
       select id, version, ${columns.join(', ')} from ${kind.table}
       where developer_id = $1 and (${time}, id) > ($2::timestamptz, $3::uuid) and ${time} >= $4 and ${time} < $5
       order by ${time}, id limit ${limit}),
     placed as (
       select *, row_number() over (order by ${time}, id) as n, count(*) over () as looked, coalesce(
         model is not null and (input_tokens is not null or output_tokens is not null)
         and cost_source is distinct from 'reported'
         and ($6::text is null or (case when $7::boolean then starts_with(lower(model), lower($6)) else lower(model) = lower($6) end))
         and ($8::text is null or lower(provider) = lower($8)), false) as is_candidate
       from looked)
     select looked, is_candidate, ${['id', time, 'coalesce(version, 1)', ...kind.columns.map(({ name }) => name)].join(', ')}
     from placed where is_candidate or n = looked order by n`,
    [
      developerId,
      after?.at ?? '-infinity',
      after?.id ?? '00000000-0000-0000-0000-000000000000',
      scope.from,
      scope.to,
      isPattern ? (model?.slice(0, -1) ?? null) : model,
      isPattern,
      provider,
    ],
    { isPrepared: false },
  );
  const found = rows.map(([, isCandidate, id, at, version, ...values]) => ({
    isCandidate: isCandidate === 't',
    // Columns that are never null.
    id: id as string,
    at: at as string,
    version: Number(version),
    values: kind.columns.map(({ type }, i) => {
      const value = values[i] ?? null;
      return type === 'timestamptz' && value !== null ? toIsoInstant(value) : value;
    }),
  }));
  return {
    candidates: found.filter(({ isCandidate }) => isCandidate),
    looked: Number(rows[0]?.[0] ?? 0),
    last: found.at(-1),
  };
}
