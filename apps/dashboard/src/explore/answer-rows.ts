import { type KeyedRow, keyTexts } from '../catalogue/key-text.ts';
import { bucketNames, type Step } from '../format/instant.ts';
import type { SliceAnswer } from '../measures/use-slice.ts';
import { type Split, splitText } from './question.ts';

export type Answer = SliceAnswer;
type Totals = Answer['totals'];
type Series = Answer['series'];

/** Any group of an answer, however deep. */
type Nested = KeyedRow & {
  totals?: Totals;
  series?: Series;
  by?: { [part: string]: readonly Nested[] } | undefined;
};

export type AnswerRow = { id: string; names: string[]; totals: Totals };

/** How an answer was asked for: in groups, over time, both or neither. */
export type RowOptions = { splits: readonly Split[]; every: Step | undefined; zone: string };

/** A row for each of the innermost groups and, over time, for each of its buckets, with the names of the groups around. */
export function answerRows(answer: Pick<Answer, 'by' | 'series'>, options: RowOptions): AnswerRow[] {
  if (options.splits.length === 0) return periodRows(answer.series, [], options);
  return rowsOf((answer.by?.groups ?? []) as readonly Nested[], [], options);
}

/** A group around others: names are for people, and several may have the same. */
type Around = { name: string; id: readonly [isOther: boolean, key: string | null] };

function rowsOf(groups: readonly Nested[], around: readonly Around[], options: RowOptions): AnswerRow[] {
  const [split, ...inner] = options.splits;
  if (!split) return [];
  const names = keyTexts(groups, splitText(split));
  return groups.flatMap((group, index) => {
    const path = [...around, { name: names[index] ?? '', id: [group.isOther, group.key] as const }];
    if (inner.length > 0) return rowsOf(group.by?.groups ?? [], path, { ...options, splits: inner });
    if (group.series) return periodRows(group.series, path, options);
    const id = JSON.stringify(path.map((each) => each.id));
    return [{ id, names: path.map((each) => each.name), totals: group.totals }];
  });
}

function periodRows(series: Series, path: readonly Around[], { every, zone }: RowOptions): AnswerRow[] {
  const buckets = series?.main ?? [];
  const starts = buckets.map(({ start }) => start);
  const periods = every ? bucketNames(starts, every, zone) : [];
  return buckets.map(({ start, isPartial, totals }, index) => ({
    id: JSON.stringify([...path.map((each) => each.id), start]),
    names: [...path.map((each) => each.name), `${periods[index]}${isPartial ? ' (partial)' : ''}`],
    totals,
  }));
}
