import type { Measure } from '../measures/measures.ts';
import type { SliceQuestion } from '../measures/use-slice.ts';
import type { AskedWindow } from '../window/asked-window.ts';

/** Beside the margin, in the order in which they are shown. Errors come from a question of their own. */
export const overviewMeasures = ['revenue', 'cost', 'roi', 'value', 'goals'] as const satisfies Measure[];

/** Members that earn the most. */
const SHOWN = 5;
/** Members among which the ones that need attention are looked for. */
const LOOKED_AT = 20;

const ofMember = ['revenue', 'cost', 'margin'] as const satisfies Measure[];
/** One of these is above zero for a member with records. */
const ofRecords = ['events', 'revenueCount', 'refundCount', 'outcomes', 'goals'] as const satisfies Measure[];

type Groups = NonNullable<SliceQuestion['by']>[string];

/** The same groups of agents and of customers. */
function byMember(groups: Omit<Groups, 'dimension'>) {
  return {
    agents: { dimension: 'agent' as const, ...groups },
    customers: { dimension: 'customer' as const, ...groups },
  };
}

/** The figures, the chart and the lists of the overview in one question, so that they are of one moment. */
export function overviewQuestion({ window, previous, every }: AskedWindow, timeZone: string) {
  const totals: Measure[] = ['margin', ...overviewMeasures];
  const series = { main: { every, totals: [...ofMember] } };
  const listed = { first: LOOKED_AT, totals: [...ofMember] };
  const losing = byMember({ ...listed, orderBy: { measure: 'margin', direction: 'asc' } });
  const earning = byMember({ ...listed, first: SHOWN, orderBy: { measure: 'margin' } });
  return {
    window,
    timeZone,
    totals,
    ...(previous && { previous: { ...previous, totals, series } }),
    series,
    by: {
      losingAgents: losing.agents,
      losingCustomers: losing.customers,
      earningAgents: earning.agents,
      earningCustomers: earning.customers,
    },
  } satisfies SliceQuestion;
}

/** How many calls the cost leaves out. Rollups answer the figures, and the records of these calls this question. */
export function unpricedQuestion({ window }: AskedWindow, timeZone: string) {
  return { window, timeZone, totals: ['unpricedEvents'] } satisfies SliceQuestion;
}

/** Errors, and the agents with the most of them. Answered from the records of failed calls. */
export function errorsQuestion({ window, previous }: AskedWindow, timeZone: string) {
  return {
    window,
    timeZone,
    totals: ['errors'],
    ...(previous && { previous: { ...previous, totals: ['errors'] } }),
    by: {
      agents: {
        dimension: 'agent',
        orderBy: { measure: 'errors' },
        first: LOOKED_AT,
        totals: ['errors', 'errorRate', 'cost'],
        ...(previous && { previous: { ...previous, totals: ['errorRate'] } }),
      },
    },
  } satisfies SliceQuestion;
}

/** The members whose margin fell the most since the compared period, and those whose cost rose the most. */
export function changesQuestion({ window, previous }: AskedWindow, timeZone: string) {
  const fallen = byMember({
    orderBy: { measure: 'margin', by: 'change', direction: 'asc' },
    first: LOOKED_AT,
    totals: [...ofMember, ...ofRecords],
    previous: { ...previous, totals: [...ofMember], change: ['margin'] },
  });
  const risen = byMember({
    orderBy: { measure: 'cost', by: 'change' },
    first: LOOKED_AT,
    totals: ['cost'],
    previous: { ...previous, totals: ['cost'], change: ['cost'] },
  });
  return {
    window,
    timeZone,
    by: {
      fallenAgents: fallen.agents,
      fallenCustomers: fallen.customers,
      risenAgents: risen.agents,
      risenCustomers: risen.customers,
    },
  } satisfies SliceQuestion;
}
