import { measures, type Totals } from '@outturn/service';
import { builder } from '../builder.ts';

type MeasureKind = (typeof measures)[keyof typeof measures]['kind'];

/** What a measure is in GraphQL. A quotient or a ratio is null where its divisor is nothing. */
const kinds = {
  amount: { type: 'Decimal', nullable: false },
  count: { type: 'Count', nullable: false },
  quotient: { type: 'Decimal', nullable: true },
  ratio: { type: 'Float', nullable: true },
} as const satisfies Record<MeasureKind, object>;

export const TotalsType = builder.objectRef<Totals>('Totals').implement({
  description: 'The measures of a slice, as far as they are asked for.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(measures).map(([name, { kind, description }]) => [
        name,
        t.field({ ...kinds[kind], description, resolve: (totals) => measureOf(totals, name) }),
      ]),
    ),
});

/** The operation answers each measure in the kind that it has. */
function measureOf(totals: Totals, name: string): never {
  return totals[name as keyof Totals] as never;
}
