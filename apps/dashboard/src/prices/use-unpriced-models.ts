import { useSlice } from '../measures/use-slice.ts';
import { askedWindow } from '../window/asked-window.ts';
import { useMinute } from '../window/use-minute.ts';
import { unpricedModelsQuestion, unpricedRows } from './unpriced-models.ts';

/** The models of the last 30 days without a price; `rows` is undefined until they have come. */
export function useUnpricedModels(zone: string) {
  const minute = useMinute();
  const { window, days, minute: asked } = askedWindow({ window: '30d' }, 'none', { minute, zone });
  const { shown, ...query } = useSlice(unpricedModelsQuestion(window, zone), asked);
  return { ...query, from: days.from, rows: shown && unpricedRows(shown.answer.by?.models ?? []) };
}
