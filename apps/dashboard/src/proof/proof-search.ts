import { type Dimension, dimensionNames, dimensions } from '../kinds/dimensions.ts';
import { isRecordKind, type RecordKind } from '../kinds/record-kinds.ts';
import { type Measure, measureNames } from '../measures/measures.ts';
import { type Filter, isUseful, readFilters } from '../where/filters.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';
import type { Span } from '../window/span-text.ts';

/** A number in the URL of the page that lists its records: a measure of the records of a period that meet all filters. */
export type ProofSearch = PeriodSearch & {
  measure?: Measure;
  where?: Filter[];
  /** An hour within the period, which counts alone. */
  hour?: Span;
  /** The kind of records that is listed; absent for the first that the measure counts. */
  kind?: RecordKind;
  /** The record whose details are open. */
  id?: string;
};

/** Keeps the valid parts of a URL's search, which may be edited by hand. */
export function readProof({
  measure,
  where,
  hour,
  kind,
  id,
  ...search
}: Record<string, unknown>): ProofSearch {
  const known = measureNames.find((name) => name === measure);
  const filters = readFilters(where).filter(isUseful);
  return {
    ...readPeriod(search),
    ...(known && { measure: known }),
    ...(filters.length > 0 && { where: filters }),
    ...(isSpan(hour) && { hour: { from: hour.from, to: hour.to } }),
    ...(typeof kind === 'string' && isRecordKind(kind) && { kind }),
    ...(typeof id === 'string' && { id }),
  };
}

type SessionFilters = { [Name in (typeof dimensions)[Dimension]['filter']]?: string };

/** The same conditions on the page of sessions; undefined where it has no filter for one of them. */
export function sessionFiltersOf(where: readonly Filter[]): SessionFilters | undefined {
  const filters: SessionFilters = {};
  for (const { dimension, condition, values } of where) {
    const named = dimensionNames.find((name) => dimensions[name].sliceDimension === dimension);
    const filter = named && dimensions[named].filter;
    const [value, ...others] = values;
    if (!filter || filter in filters || condition !== 'in' || value === undefined || others.length > 0)
      return undefined;
    filters[filter] = value;
  }
  return filters;
}

function isSpan(value: unknown): value is Span {
  const { from, to } = Object(value);
  return isInstant(from) && isInstant(to) && from < to;
}

function isInstant(value: unknown): value is string {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}
