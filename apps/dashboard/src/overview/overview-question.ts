import type { Measure } from '../measures/measures.ts';
import type { SliceQuestion } from '../measures/use-slice.ts';
import type { AskedWindow } from '../window/asked-window.ts';

export const overviewMeasures = [
  'revenue',
  'margin',
  'value',
  'cost',
  'roi',
  'goals',
] as const satisfies Measure[];

const TOP = 8;

/** How many calls the cost leaves out. Asked for apart from the figures, which rollups answer: this one reads the records of these calls. */
export function unpricedQuestion({ window }: AskedWindow, timeZone: string) {
  return { window, timeZone, totals: ['unpricedEvents'] } satisfies SliceQuestion;
}

/** Everything on the overview in one question, so that its parts are of one moment. */
export function overviewQuestion({ window, previous, every }: AskedWindow, timeZone: string) {
  const totals: Measure[] = [...overviewMeasures];
  const series = { main: { every, totals } };
  const groups = {
    orderBy: { measure: 'revenue' as const },
    first: TOP,
    totals: [...totals, 'share' as const],
  };
  return {
    window,
    timeZone,
    totals,
    ...(previous && { previous: { ...previous, totals, series } }),
    series,
    by: {
      agents: { dimension: 'agent' as const, ...groups },
      customers: { dimension: 'customer' as const, ...groups },
    },
  } satisfies SliceQuestion;
}
