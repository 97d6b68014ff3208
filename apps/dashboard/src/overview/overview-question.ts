import type { Inputs } from '../api/client.ts';
import type { Measure } from '../measures/measures.ts';
import { type Days, stepFor } from '../window/presets.ts';

export const overviewMeasures = [
  'revenue',
  'value',
  'cost',
  'margin',
  'roi',
  'goals',
] as const satisfies Measure[];

const TOP = 8;

/** Everything on the overview in one question, so that its parts are of one moment. */
export function overviewQuestion(window: Days, timeZone: string) {
  const totals: Measure[] = [...overviewMeasures];
  const groups = {
    orderBy: { measure: 'revenue' as const },
    first: TOP,
    totals: [...totals, 'share' as const],
  };
  return {
    window,
    timeZone,
    totals,
    previous: { totals },
    series: { main: { every: stepFor(window), totals } },
    by: {
      agents: { dimension: 'agent' as const, ...groups },
      customers: { dimension: 'customer' as const, ...groups },
    },
  } satisfies Inputs['analytics']['slice'];
}
