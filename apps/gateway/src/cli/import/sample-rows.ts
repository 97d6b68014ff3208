import { unmarked } from '../spreadsheet-text.ts';

/** A row of the file. `line` is the number of its last line, from 1. */
export type SampleRow = { cells: readonly string[]; line: number };

/** The cells of a column that are filled. */
export function cellsOf(
  name: string,
  { names, rows }: { names: readonly string[]; rows: readonly SampleRow[] },
): string[] {
  const places = partsOf(name, names).map((part) => names.indexOf(part));
  const cell = (cells: readonly string[], i: number) => unmarked(cells[i]?.trim() ?? '');
  return rows.map(({ cells }) => joined(places.map((i) => cell(cells, i)))).filter((text) => text !== '');
}

/** The columns that a name stands for: `Date+Time` stands for two, unless one column is called so. */
export function partsOf(name: string, names: readonly string[]): readonly string[] {
  const parts = name.split('+');
  return !names.includes(name) && parts.every((part) => names.includes(part)) ? parts : [name];
}

/** The cells of several columns as one. */
export function joined(cells: readonly string[]): string {
  return cells.filter((cell) => cell !== '').join(' ');
}
