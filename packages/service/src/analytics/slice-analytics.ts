import { invalidRequest } from '../base/errors.ts';
import { requireScope } from '../base/require-scope.ts';
import { newWaitLimit } from '../base/waiting-queue.ts';
import type { ReadServer } from '../database/read-server.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import { defineQuery } from '../operations/define.ts';
import { hasDeltasSql } from '../rollups/rollup-deltas.ts';
import { AnswerSize } from './answer-size.ts';
import { toSpan } from './calendar.ts';
import { KeyedSemaphore } from './keyed-semaphore.ts';
import { hasFunnel } from './kinds-of-groups.ts';
import { WindowRecords } from './record-limit.ts';
import { Analytics, AnalyticsInput, type SliceInput } from './slice.schema.ts';
import { type Conditions, removingFilter, resolveConditions } from './slice-conditions.ts';
import { answerSlice } from './slice-runner.ts';
import { Snapshot } from './snapshot.ts';

/** Per developer: too few to take all connections. */
const semaphore = new KeyedSemaphore(2);

export const sliceAnalytics = defineQuery({
  name: 'analytics.slice',
  summary: 'Slice revenue, value, cost and goals',
  description:
    'Sums of the records of a window, as a whole, against the window before or another, over time, by dimensions and as funnels. Every group is a slice again. All parts of an answer come from one snapshot.',
  scope: 'analytics:read',
  input: AnalyticsInput,
  output: Analytics,
  cost: countStatements,
  async run(context, input) {
    const { timeZone, weekStart, where = {}, plan: isExplained } = input;
    if (isExplained) requireScope(context.principal, 'analytics:explain');
    const calendar = { timeZone, weekStart };
    const window = toSpan(input.window, calendar);
    const conditions = await resolveConditions(context, where);
    if (hasFunnel(input)) checkFunnel(context.kinds, conditions);
    const asked = {
      context,
      calendar,
      window,
      where: conditions,
      records: new WindowRecords(context, window),
    };
    const statements = countStatements(input);
    // Mostly there are no deltas, and statements that read them take twice the time to plan (decision 009).
    const first = hasDeltasSql(context.principal.developerId);
    const waitLimit = newWaitLimit(context.call.gone);
    const answer = (server: ReadServer) =>
      Snapshot.use(
        server,
        { semaphore: server.semaphore, statements, first, waitLimit },
        async (snapshot, [noted]) => {
          // A new one for each server, as one may fail halfway.
          const size = new AnswerSize(context.call);
          const run = { ...asked, snapshot, hasDeltas: noted === 't', plan: [], size };
          return { ...run, slice: await answerSlice(run, input) };
        },
      );
    const { slice, plan, size } = await semaphore.run(
      context.principal.developerId,
      () => context.database.onServer(answer),
      waitLimit,
    );
    size.finish();
    const shown = {
      from: new Date(window.from).toISOString(),
      to: new Date(window.to).toISOString(),
      timeZone,
    };
    // Groups nest no deeper than the schema allows.
    return { window: shown, ...slice, ...(isExplained && { plan }) } as Analytics;
  },
});

/** Refuses a filter that leaves no goals, whose funnel would count nothing without a hint. */
function checkFunnel(kinds: KindRegistry, where: Conditions): void {
  const name = removingFilter(kinds.of('goals'), where);
  if (!name) return;
  const message = `leaves no goals for the funnel, because goals have no ${name}; leave out one of the two`;
  throw invalidRequest([{ field: `where.${name}`, message }]);
}

/** Known before any is run. */
function countStatements({ totals, previous, series = {}, funnel = {}, by = {} }: SliceInput): number {
  const period = previous ? (previous.totals ? 1 : 0) + Object.keys(previous.series ?? {}).length : 0;
  const groups = Object.values(by).reduce(
    (sum, { totals: _, ...inner }) => sum + 1 + countStatements(inner),
    0,
  );
  return (totals ? 1 : 0) + period + Object.keys(series).length + Object.keys(funnel).length + groups;
}
