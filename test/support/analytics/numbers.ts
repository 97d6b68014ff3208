import type {
  Answer,
  Filter,
  Group,
  GroupsPart,
  MetadataDimension,
  PlainDimension,
  Question,
  Slice,
  SliceParts,
  Totals,
  ValueFilter,
  Window,
} from './question.ts';
import { metadataDimensions } from './question.ts';

/** The records of a window that meet a filter. */
export type Place = { window: Window; where: Filter };

/** Figures of an answer, the records that they count, and those that they are a share of. */
export type Numbers = { path: string; totals: Totals; place: Place; parent: Place | undefined };

/** A slice of an answer in the making of its {@link Numbers}. */
type Seen = { path: string; place: Place; parent: Place | undefined };

/**
 * All figures of an answer, each with the question after the records that it counts: the window in instants, and a filter that has
 * a condition for each group.
 */
export function* numbersIn(answer: Answer, question: Question): Generator<Numbers> {
  const { from, to } = answer.window;
  yield* ofSlice(answer, question, {
    path: 'root',
    place: { window: { from, to }, where: question.where ?? {} },
    parent: undefined,
  });
}

function* ofSlice(slice: Slice, parts: SliceParts, { path, place, parent }: Seen): Generator<Numbers> {
  if (slice.totals) yield { path, totals: slice.totals, place, parent };
  yield* ofSeries(slice, { path, place });
  if (slice.previous) {
    const { window, totals } = slice.previous;
    const inPrevious = (one: Place) => ({ ...one, window });
    const before = { path: `${path}.previous`, place: inPrevious(place) };
    if (totals) yield { ...before, totals, parent: parent && inPrevious(parent) };
    yield* ofSeries(slice.previous, before);
  }
  for (const [name, groups] of Object.entries(slice.by ?? {})) {
    const part = parts.by?.[name];
    if (!part) throw new Error(`the answer has groups ${name} that the question has not`);
    for (const group of groups) {
      // The groups that a condition leaves out, which are not in the rest, are nowhere in the answer.
      if (group.isOther && part.having) continue;
      const where = inGroup(place.where, part, { group, groups });
      const seen = {
        path: `${path}.${part.dimension}[${group.isOther ? 'rest' : group.key}]`,
        place: { ...place, where },
        parent: place,
      };
      yield* ofSlice(group, part, seen);
    }
  }
}

function* ofSeries(
  { series = {} }: Pick<Slice, 'series'>,
  { path, place }: Omit<Seen, 'parent'>,
): Generator<Numbers> {
  const { window } = place;
  for (const [name, buckets] of Object.entries(series)) {
    for (const { start, end, totals } of buckets) {
      const [, from = ''] = [start, window.from].toSorted();
      const [to = ''] = [end, window.to].toSorted();
      yield {
        path: `${path}.series.${name}[${start}]`,
        totals,
        place: { ...place, window: { from, to } },
        parent: place,
      };
    }
  }
}

/** A group as a condition: its key, no key, or none of the keys that are shown. */
function inGroup(
  where: Filter,
  { dimension, metadataKey = '' }: GroupsPart,
  { group, groups }: { group: Group; groups: readonly Group[] },
): Filter {
  const shown = groups.filter(({ isOther }) => !isOther).map(({ key }) => key);
  const rest: ValueFilter = {
    notIn: shown.filter((key) => key !== null),
    ...(shown.includes(null) && { isNull: false }),
  };
  const condition = group.isOther ? rest : group.key === null ? { isNull: true } : { in: [group.key] };
  if (isMetadata(dimension)) {
    const others = where[dimension] ?? [];
    return { ...where, [dimension]: [...others, { key: metadataKey, ...condition }] };
  }
  return { ...where, [dimension]: both(where[dimension as PlainDimension], condition) };
}

function isMetadata(dimension: string): dimension is MetadataDimension {
  return (metadataDimensions as readonly string[]).includes(dimension);
}

/** One condition on a dimension that holds where both hold. */
function both(one: ValueFilter = {}, other: ValueFilter): ValueFilter {
  const isContradiction = one.isNull !== undefined && other.isNull === !one.isNull;
  const wanted = one.in && other.in ? one.in.filter((key) => other.in?.includes(key)) : (one.in ?? other.in);
  const unwanted = [...(one.notIn ?? []), ...(other.notIn ?? [])];
  return {
    ...one,
    ...other,
    ...(isContradiction ? { in: [] } : wanted && { in: wanted }),
    ...(unwanted.length > 0 && { notIn: unwanted }),
  };
}
