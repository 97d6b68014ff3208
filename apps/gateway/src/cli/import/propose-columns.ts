import type { Columns } from './columns.ts';
import { areClocks, looksLike } from './guess-values.ts';
import { rankOf } from './name-aliases.ts';
import { cellsOf, type SampleRow } from './sample-rows.ts';
import { normal } from './similar-names.ts';

type Candidates = {
  columns: Columns;
  names: readonly string[];
  rows: readonly SampleRow[];
  /** Columns that no field is read from. */
  unread: readonly string[];
  /** Fields without a column. */
  open: readonly string[];
};

/**
 * Finds columns for the fields that have none. Required fields choose first, then the key of each row, then the
 * others. A column is chosen by its name, if its cells fit; a required field that finds none by name takes the only
 * column whose cells fit. Returns the columns by field.
 */
export function proposeColumns(candidates: Candidates): Map<string, string> {
  const { columns, unread, open } = candidates;
  const rank = (field: string) =>
    columns.required.includes(field) ? 0 : field === columns.naturalKey ? 1 : 2;
  const map = new Map<string, string>();
  for (const field of open.toSorted((a, b) => rank(a) - rank(b))) {
    const fits = namedLike(candidates, field, [...map.values()]);
    const best = fits.find((name) => holds(columns, field, cellsOf(name, candidates)));
    if (best !== undefined) map.set(field, best);
  }
  for (const field of columns.required.filter((name) => open.includes(name) && !map.has(name))) {
    const taken = [...map.values()];
    const [only, ...others] = unread.filter(
      (name) => !taken.includes(name) && hasValuesOf(candidates, field, name),
    );
    if (only !== undefined && others.length === 0) map.set(field, only);
  }
  const day = map.get(columns.time);
  const clock = day === undefined ? undefined : clockOf(candidates, day);
  return clock === undefined ? map : map.set(columns.time, `${day}+${clock}`);
}

/** Columns that fit a field by their names and are not taken, best first. */
export function namedLike(
  { columns, unread }: Candidates,
  field: string,
  taken: readonly string[] = [],
): string[] {
  return unread
    .filter((name) => name !== '' && !taken.includes(name))
    .flatMap((name) => ({ name, rank: rankOf(columns, field, name) ?? -1 }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}

/**
 * A further column with the time of the day, if the one of the time has days alone. Both are then read as one,
 * `Date+Time`.
 */
function clockOf(candidates: Candidates, day: string): string | undefined {
  if (cellsOf(day, candidates).some((cell) => cell.includes(':'))) return undefined;
  return candidates.unread.find(
    (name) =>
      ['time', 'timeofday', 'clock', 'uhrzeit', 'zeit', 'heure', 'hora', 'ora'].includes(normal(name)) &&
      areClocks(cellsOf(name, candidates)),
  );
}

/**
 * Whether a column could be an amount or a time by its cells alone. Texts fit everything, so their cells say nothing.
 */
function hasValuesOf(candidates: Candidates, field: string, name: string): boolean {
  const type = candidates.columns.known.get(field) ?? 'text';
  const cells = cellsOf(name, candidates);
  return name !== '' && ['decimal', 'time'].includes(type) && looksLike(type, cells);
}

/** Whether the cells of a column fit a field. Keys must all differ. */
function holds(columns: Columns, field: string, cells: readonly string[]): boolean {
  if (cells.length === 0) return true;
  if (field === columns.naturalKey) return new Set(cells).size === cells.length;
  return looksLike(columns.known.get(field) ?? 'text', cells);
}
