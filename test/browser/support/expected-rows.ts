import type { AppRouter } from '@outturn/trpc';
import type { inferRouterOutputs } from '@trpc/server';

type Answer = inferRouterOutputs<AppRouter>['analytics']['slice'];
type Totals = NonNullable<Answer['totals']>;
type Node = { key: string | null; label: string | null; isOther: boolean; totals?: Totals; by?: unknown };

/** Rows of a table: the groups' names, then the figures as the API sends them. */
export type Rows = { names: (string | null)[]; figures: string[] }[];

/** What a table must show for an answer of the API; null stands for the words for what has no name. */
export function expectedRows(answer: Answer, measures: readonly (keyof Totals)[]): Rows {
  const figuresOf = (totals: Totals | undefined) =>
    measures.map((measure) => String(totals?.[measure] ?? ''));
  const walk = (groups: readonly Node[], around: (string | null)[]): Rows =>
    groups.flatMap((group) => {
      const names = [...around, group.isOther ? 'All others' : (group.label ?? group.key)];
      const inner = (group.by as { g?: Node[] } | undefined)?.g;
      return inner ? walk(inner, names) : [{ names, figures: figuresOf(group.totals) }];
    });
  const rows = answer.by
    ? walk((answer.by.g ?? []) as Node[], [])
    : (answer.series?.s ?? []).map(({ totals }) => ({ names: [null], figures: figuresOf(totals) }));
  return [...rows, { names: ['Total'], figures: figuresOf(answer.totals) }];
}
