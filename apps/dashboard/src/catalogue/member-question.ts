import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import type { Measure } from '../measures/measures.ts';
import type { SliceQuestion } from '../measures/use-slice.ts';
import { type Filter, toWhere } from '../where/filters.ts';
import type { AskedWindow } from '../window/asked-window.ts';
import { columnsOf, isMeasure } from './member-columns.ts';
import type { MembersSort } from './members-search.ts';

export type MembersAsked = {
  dimension: Dimension;
  asked: AskedWindow;
  zone: string;
  /** The members that are asked for; undefined for all of them. */
  keys: readonly string[] | undefined;
  /** Whether more members match the search than `keys` has. */
  isPartial: boolean;
  sort: MembersSort;
  first: number;
};

/** Asked for apart from the other figures: rollups answer those, while these are read from the records. */
const fromRecords: readonly Measure[] = ['sessions', 'cost', 'errors'];

/** The figures of the members, as the server orders and limits them. */
export function membersQuestion(question: MembersAsked): SliceQuestion {
  const isLate = hasLateColumns(question.dimension);
  const totals = columnsOf[question.dimension].filter(isMeasure);
  return sliceOf(
    question,
    totals.filter((measure) => !(isLate && measure === 'errors')),
  );
}

/** The figures of the same members that take longer. */
export function lateQuestion(question: MembersAsked): SliceQuestion | undefined {
  return hasLateColumns(question.dimension) ? sliceOf(question, fromRecords) : undefined;
}

/** Rollups answer agents and customers; the figures of goal types and tools are all read from the records. */
function hasLateColumns(dimension: Dimension): boolean {
  return columnsOf[dimension].includes('costPerSession');
}

/**
 * The condition on the records of the members that are asked for. Most records have no goal type and no tool, and their sums are
 * those of other pages.
 */
export function filtersOf({ dimension, keys }: Pick<MembersAsked, 'dimension' | 'keys'>): Filter[] {
  const { sliceDimension, hasValue } = dimensionOf(dimension);
  if (keys) return [{ dimension: sliceDimension, condition: 'in', values: [...keys] }];
  return hasValue ? [{ dimension: sliceDimension, condition: 'present', values: [] }] : [];
}

function sliceOf(question: MembersAsked, measures: readonly Measure[]): SliceQuestion {
  const { dimension, asked, zone, sort, first } = question;
  // Members with records in the compared period alone are groups, too.
  const isCompared = asked.previous && columnsOf[dimension].includes('change');
  const margin = ['margin' as const];
  const previous = isCompared && { ...asked.previous, totals: margin, change: margin, ratio: margin };
  const where = toWhere(filtersOf(question));
  const totals = [...measures];
  return {
    window: asked.window,
    timeZone: zone,
    ...(where && { where }),
    totals,
    ...(previous && { previous }),
    by: {
      members: {
        dimension: dimensionOf(dimension).sliceDimension,
        orderBy: {
          // Shares alone cannot be ordered by, and no table has them.
          ...(sort.by === 'change' ? { measure: 'margin', by: 'change' } : { measure: sort.by as 'revenue' }),
          direction: sort.isDescending ? 'desc' : 'asc',
        },
        first,
        totals,
        ...(previous && { previous }),
      },
    },
  };
}
