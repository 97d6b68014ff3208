import { isRecordKind, type RecordKind } from '../kinds/record-kinds.ts';
import { type Measure, measureNames } from '../measures/measures.ts';
import { type Filter, readFilters } from '../where/filters.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';

/** A number in the URL of the page that lists its records: a measure of the records of a period that meet all filters. */
export type ProofSearch = PeriodSearch & {
  measure?: Measure;
  where?: Filter[];
  /** The kind of records that is listed; absent for the first that the measure counts. */
  kind?: RecordKind;
  /** The record whose details are open. */
  id?: string;
};

/** Keeps the valid parts of a URL's search, which may be edited by hand. */
export function readProof({ measure, where, kind, id, ...search }: Record<string, unknown>): ProofSearch {
  const known = measureNames.find((name) => name === measure);
  const filters = readFilters(where);
  return {
    ...readPeriod(search),
    ...(known && { measure: known }),
    ...(filters.length > 0 && { where: filters }),
    ...(typeof kind === 'string' && isRecordKind(kind) && { kind }),
    ...(typeof id === 'string' && { id }),
  };
}
