import { invalidRequest } from '../base/errors.ts';
import { requireScope } from '../base/principal.ts';
import type { AnyDimension } from '../catalogue/definition/define-dimension.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import { defineQuery, type QueryContext } from '../operations/define.ts';
import { AnswerSize } from './answer-size.ts';
import { answerSlice } from './answer-slice.ts';
import { comparedIn, hasFunnel } from './kinds-of-groups.ts';
import { onSnapshot } from './on-snapshot.ts';
import { RecordLimit } from './record-limit.ts';
import {
  Analytics,
  type AnalyticsInput,
  analyticsInputOf,
  type GroupsInput,
  type SliceInput,
} from './slice.schema.ts';
import { type Conditions, removingFilter, resolveConditions } from './slice-conditions.ts';
import { type SliceDimensions, sliceDimensionsOf } from './slice-dimensions.ts';
import { sliceFilterOf } from './slice-filter.schema.ts';
import { toWindow } from './windows.ts';

/** The query that answers slices by these dimensions, the slice dimensions that it knows, and the filter on them. */
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
    mcp: {
      tool: 'ask_analytics',
      description:
        'Answers questions about revenue, value, cost, margin, goals, tokens and errors: sums of the records of a window, over time, by agent, customer, model and so on, and against another period. One call answers a whole question from one snapshot. Amounts are decimal strings in USD, ratios are numbers (roi 3 means $4 of revenue for $1 of cost), tokens are counts, and times are in UTC.',
    },
    input,
    output: Analytics,
    // Its input names the dimensions of this model; `AnalyticsInput` has any names.
    cost: (input) => countStatements(input as unknown as AnalyticsInput),
    run: (context, input) => answerFor(context, known, input as unknown as AnalyticsInput),
  });
  return { slice, dimensions: known, filter };
}

async function answerFor(
  context: QueryContext,
  known: SliceDimensions,
  input: AnalyticsInput,
): Promise<Analytics> {
  const { timeZone, weekStart, where = {}, plan: isExplained } = input;
  if (isExplained) requireScope(context.principal, 'analytics:explain');
  const { developerId } = context.principal;
  const conditions = await resolveConditions(context, known, where);
  if (hasFunnel(input)) checkFunnel(context.kinds, conditions);
  const asked = { calendar: { timeZone, weekStart }, statements: countStatements(input) };
  const { slice, window, plan, size } = await onSnapshot(context, asked, async (answering) => {
    const { snapshot, clock } = answering;
    const answer = {
      ...answering,
      context,
      dimensions: known,
      where: conditions,
      window: toWindow(input.window, clock),
      recordLimit: new RecordLimit({ snapshot, kinds: context.kinds, developerId }),
      plan: [],
      size: new AnswerSize(context.call),
    };
    return { ...answer, slice: await answerSlice(answer, input) };
  });
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
function countStatements({ totals, ...slice }: SliceInput): number {
  const { previous, by = {} } = slice;
  const isRead = totals !== undefined || comparedIn(previous).length > 0;
  return (
    (isRead ? 1 : 0) +
    countParts(slice) +
    Object.values(by).reduce((sum, groups) => sum + countOfGroups(groups), 0)
  );
}

function countOfGroups({ whole, by = {}, ...groups }: GroupsInput): number {
  const inner = Object.values(by).reduce((sum, each) => sum + countOfGroups(each), 0);
  return 1 + (whole ? 1 : 0) + countParts(groups) + inner;
}

function countParts({
  previous,
  series = {},
  funnel = {},
  spread = {},
  groupCount = {},
}: SliceInput): number {
  const isRead = previous !== undefined && (previous.totals !== undefined || comparedIn(previous).length > 0);
  const parts = [previous?.series ?? {}, series, funnel, spread, groupCount];
  return (isRead ? 1 : 0) + parts.reduce((sum, part) => sum + Object.keys(part).length, 0);
}
