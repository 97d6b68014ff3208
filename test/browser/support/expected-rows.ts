import type { AppRouter } from '@outturn/trpc';
import type { inferRouterOutputs } from '@trpc/server';

type Answer = inferRouterOutputs<AppRouter>['analytics']['slice'];
type Totals = NonNullable<Answer['totals']>;
type Series = { [name: string]: { totals: Totals }[] };
type Node = {
  key: string | null;
  label: string | null;
  isOther: boolean;
  totals?: Totals;
  series?: Series;
  by?: unknown;
};

/** Rows of a table: the groups' names, then the figures as the API sends them. */
export type Rows = { names: (string | null)[]; figures: string[] }[];

/**
 * The rows that Explore's table shows for an answer. A name is null where the dashboard words it: a period, or a group
 * without a key.
 */
export function expectedRows(answer: Answer, measures: readonly (keyof Totals)[]): Rows {
  const figuresOf = (totals: Totals | undefined) =>
    measures.map((measure) => String(totals?.[measure] ?? ''));
  const walk = (groups: readonly Node[], around: (string | null)[]): Rows =>
    groups.flatMap((group) => {
      const names = [...around, group.isOther ? 'All others' : (group.label ?? group.key)];
      const inner = (group.by as { g?: Node[] } | undefined)?.g;
      if (inner) return walk(inner, names);
      if (group.series) return periods(group.series, names);
      return [{ names, figures: figuresOf(group.totals) }];
    });
  const periods = ({ s = [] }: Series, around: (string | null)[]): Rows =>
    s.map(({ totals }) => ({ names: [...around, null], figures: figuresOf(totals) }));
  const rows = answer.by ? walk((answer.by.g ?? []) as Node[], []) : periods(answer.series ?? {}, []);
  return [...rows, { names: ['Total'], figures: figuresOf(answer.totals) }];
}
