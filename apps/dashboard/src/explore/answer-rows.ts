import { type KeyedRow, keyText, sharedTexts } from '../catalogue/key-text.ts';
import type { Bucket } from '../charts/chart-data.ts';
import { bucketNames, type Step } from '../format/instant.ts';
import { visible } from '../format/visible.ts';
import type { SliceAnswer } from '../measures/use-slice.ts';
import { type Filter, type Split, splitText } from '../where/filters.ts';
import { groupFilters } from '../where/group-filters.ts';
import type { SpreadAnswer } from './spread.ts';

export type Answer = SliceAnswer;
type Totals = Answer['totals'];
type Series = Answer['series'];
type Compared = Omit<NonNullable<Answer['previous']>, 'window'>;

/** Any group of an answer, however deep. */
type Nested = KeyedRow & {
  totals?: Totals;
  previous?: Compared | undefined;
  whole?: Pick<Compared, 'ratio'> | undefined;
  spread?: Answer['spread'];
  series?: Series;
  by?: { [part: string]: readonly Nested[] } | undefined;
};

export type AnswerRow = {
  id: string;
  /** The names of the groups and, over time, of the period. */
  names: string[];
  /** The keys of names that other keys have as well. */
  keys: (string | undefined)[];
  totals: Totals;
  /** The same measures since the compared period; undefined for a bucket of time. */
  previous: Compared | undefined;
  /** The same measures against those of what the group is of. */
  whole: Pick<Compared, 'ratio'> | undefined;
  spread: SpreadAnswer | undefined;
  /** The groups as filters; undefined for the rest beside groups that meet a condition, which no filter tells from the others. */
  where: Filter[] | undefined;
  bucket?: Bucket;
};

/** How an answer was asked for: in groups, over time, both or neither. */
export type RowOptions = {
  splits: readonly Split[];
  every: Step | undefined;
  zone: string;
  /** Whether the innermost groups meet a condition. */
  isConditioned?: boolean;
};

/** A row for each of the innermost groups and, over time, for each of its buckets, with the names of the groups around. */
export function answerRows(answer: Pick<Answer, 'by' | 'series'>, options: RowOptions): AnswerRow[] {
  const { splits } = options;
  if (splits.length === 0) return periodRows(answer.series, [], options);
  const groups = (answer.by?.groups ?? []) as readonly Nested[];
  const shared = splits.map((split, level) => sharedTexts(groupsAt(groups, level), splitText(split)));
  return rowsOf(groups, { path: [], splits, shared, options });
}

/** Whether an answer in groups has none. */
export function hasNoGroups({ by }: Pick<Answer, 'by'>, depth: number): boolean {
  const groups = by?.groups as readonly Nested[] | undefined;
  return groups !== undefined && groupsAt(groups, depth - 1).length === 0;
}

/** The groups of all branches at a level. */
function groupsAt(groups: readonly Nested[], level: number): readonly Nested[] {
  return level === 0 ? groups : groups.flatMap(({ by }) => groupsAt(by?.groups ?? [], level - 1));
}

/** A group on the way to a row: several may have the same name. */
type Around = {
  name: string;
  key: string | undefined;
  id: readonly [isOther: boolean, key: string | null];
  where: Filter[] | undefined;
};

type Place = {
  path: readonly Around[];
  /** The splits of this level and below, and which of their names are shared. */
  splits: readonly Split[];
  shared: readonly ReadonlySet<string>[];
  options: RowOptions;
};

function rowsOf(groups: readonly Nested[], place: Place): AnswerRow[] {
  const [split, ...splits] = place.splits;
  const [names, ...shared] = place.shared;
  if (!split) return [];
  return groups.flatMap((group) => {
    const name = keyText(group, splitText(split));
    const key = group.key !== null && names?.has(name) ? visible(group.key) : undefined;
    const id = [group.isOther, group.key] as const;
    const isUnknown = place.options.isConditioned && splits.length === 0 && group.isOther;
    const where = isUnknown ? undefined : groupFilters(split, group, groups);
    const path = [...place.path, { name, key, id, where }];
    if (splits.length > 0) return rowsOf(group.by?.groups ?? [], { ...place, path, splits, shared });
    if (group.series && place.options.every) return periodRows(group.series, path, place.options);
    const { totals, previous, whole, spread } = group;
    return [{ ...rowAt(path, totals), previous, whole, spread: spread?.main }];
  });
}

function periodRows(series: Series, path: readonly Around[], { every, zone }: RowOptions): AnswerRow[] {
  const buckets = series?.main ?? [];
  const starts = buckets.map(({ start }) => start);
  const periods = every ? bucketNames(starts, every, zone) : [];
  return buckets.map((bucket, index) => {
    const { id, names, ...row } = rowAt(path, bucket.totals);
    const period = `${periods[index]}${bucket.isPartial ? ' (partial)' : ''}`;
    return { ...row, id: `${id} ${bucket.start}`, names: [...names, period], bucket };
  });
}

function rowAt(path: readonly Around[], totals: Totals): AnswerRow {
  return {
    id: JSON.stringify(path.map(({ id }) => id)),
    names: path.map(({ name }) => name),
    keys: path.map(({ key }) => key),
    totals,
    previous: undefined,
    whole: undefined,
    spread: undefined,
    where: path.every(({ where }) => where) ? path.flatMap(({ where = [] }) => where) : undefined,
  };
}
