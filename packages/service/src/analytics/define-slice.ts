import { invalidRequest } from '../base/errors.ts';
import { requireScope } from '../base/principal.ts';
import { newWaitLimit } from '../base/waiting-queue.ts';
import type { AnyDimension } from '../catalogue/definition/define-dimension.ts';
import type { ReadServer } from '../database/read-server.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import { defineQuery, type QueryContext } from '../operations/define.ts';
import { hasDeltasSql } from '../rollups/rollup-deltas.ts';
import { AnswerSize } from './answer-size.ts';
import { answerSlice } from './answer-slice.ts';
import { toSpan } from './calendar.ts';
import { hasFunnel } from './kinds-of-groups.ts';
import { RecordLimit } from './record-limit.ts';
import { Analytics, type AnalyticsInput, analyticsInputOf, type SliceInput } from './slice.schema.ts';
import { type Conditions, removingFilter, resolveConditions } from './slice-conditions.ts';
import { type SliceDimensions, sliceDimensionsOf } from './slice-dimensions.ts';
import { sliceFilterOf } from './slice-filter.schema.ts';
import { Snapshot } from './snapshot.ts';

/** The query that answers slices by these dimensions, and the slice dimensions that it knows. */
export function defineSlice<const Dimensions extends readonly AnyDimension[]>(dimensions: Dimensions) {
  const known = sliceDimensionsOf(dimensions);
  const filter = sliceFilterOf(known.plain, known.metadata);
  const names = [...known.plain, ...known.metadata].map(({ name }) => name);
  const input = analyticsInputOf(names, (name) => known.of(name).hasKey === true, filter);
  const slice = defineQuery({
    name: 'analytics.slice',
    summary: 'Slice revenue, value, cost and goals',
    description:
      'Sums of the records of a window, as a whole, against the window before or another, over time, by dimensions and as funnels. Every group is a slice again. All parts of an answer come from one snapshot.',
    scope: 'analytics:read',
    graphql: { query: 'analytics' },
    input,
    output: Analytics,
    // Its input names the dimensions of this model; `AnalyticsInput` has any names.
    cost: (input) => countStatements(input as unknown as AnalyticsInput),
    run: (context, input) => answerFor(context, known, input as unknown as AnalyticsInput),
  });
  return { slice, dimensions: known };
}

async function answerFor(
  context: QueryContext,
  known: SliceDimensions,
  input: AnalyticsInput,
): Promise<Analytics> {
  const { timeZone, weekStart, where = {}, plan: isExplained } = input;
  if (isExplained) requireScope(context.principal, 'analytics:explain');
  const { developerId } = context.principal;
  const calendar = { timeZone, weekStart };
  const window = toSpan(input.window, calendar);
  const conditions = await resolveConditions(context, known, where);
  if (hasFunnel(input)) checkFunnel(context.kinds, conditions);
  const asked = {
    context,
    dimensions: known,
    calendar,
    window,
    where: conditions,
  };
  const statements = countStatements(input);
  // Whether there are unfolded deltas. Mostly there are none, and PostgreSQL takes twice the time to plan statements
  // that read them (decision 009).
  const opening = hasDeltasSql(developerId);
  const waitLimit = newWaitLimit(context.call.gone);
  const answerOn = (server: ReadServer) =>
    Snapshot.use(
      server,
      { semaphore: server.semaphore, statements, opening, waitLimit },
      async (snapshot, [hasDeltas]) => {
        // A new one for each server, as one may fail halfway.
        const size = new AnswerSize(context.call);
        const recordLimit = new RecordLimit({ snapshot, kinds: context.kinds, developerId });
        const answer = { ...asked, snapshot, recordLimit, hasDeltas: hasDeltas === 't', plan: [], size };
        return { ...answer, slice: await answerSlice(answer, input) };
      },
    );
  const { slice, plan, size } = await context.questions.withPermit(
    developerId,
    () => context.database.onServer(answerOn),
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
}

/** Refuses a filter that leaves no goals, whose funnel would count nothing without a hint. */
function checkFunnel(kinds: KindRegistry, where: Conditions): void {
  const name = removingFilter(kinds.of('goals'), where);
  if (!name) return;
  const message = `leaves no goals for the funnel, because goals have no ${name}; leave out one of the two`;
  throw invalidRequest([{ field: `where.${name}`, message }]);
}

/** Number of statements of a slice, known before any is sent. */
function countStatements({ totals, previous, series = {}, funnel = {}, by = {} }: SliceInput): number {
  const period = previous ? (previous.totals ? 1 : 0) + Object.keys(previous.series ?? {}).length : 0;
  const groups = Object.values(by).reduce(
    (sum, { totals: _, ...inner }) => sum + 1 + countStatements(inner),
    0,
  );
  return (totals ? 1 : 0) + period + Object.keys(series).length + Object.keys(funnel).length + groups;
}
