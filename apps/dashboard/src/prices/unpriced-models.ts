import type { Outputs } from '../api/client.ts';
import type { SliceQuestion } from '../measures/use-slice.ts';
import type { Window } from '../window/asked-window.ts';

/** The calls without a price of one model at one provider, or those of all models that are not listed. */
export type UnpricedRow = {
  /** Null for those that remain. */
  model: string | null;
  provider: string | null;
  events: number;
  tokens: number;
};

const MOST_MODELS = 100;
const MOST_PROVIDERS = 20;

/** The models without a price, those with the most calls first. */
export function unpricedModelsQuestion(window: Window, timeZone: string) {
  const groups = {
    orderBy: { measure: 'unpricedEvents' as const },
    totals: ['unpricedEvents' as const, 'unpricedTokens' as const],
  };
  return {
    window,
    timeZone,
    by: {
      models: {
        ...groups,
        dimension: 'model' as const,
        first: MOST_MODELS,
        by: { providers: { ...groups, dimension: 'provider' as const, first: MOST_PROVIDERS } },
      },
    },
  } satisfies SliceQuestion;
}

type Groups = NonNullable<Outputs['analytics']['slice']['by']>[string];

export function unpricedRows(models: Groups): UnpricedRow[] {
  return models
    .flatMap(({ key: model, isOther, totals, by }) => {
      const parts = isOther ? undefined : by?.providers;
      return (parts ?? [{ key: null, totals }]).map(({ key: provider, totals: { ...counts } = {} }) => ({
        model: isOther ? null : model,
        provider,
        events: counts.unpricedEvents ?? 0,
        tokens: counts.unpricedTokens ?? 0,
      }));
    })
    .filter(({ events }) => events > 0);
}
