/** `line` is the number of its last line, from 1. */
export type SampleRow = { cells: readonly string[]; line: number };

/** The filled cells of a column. */
export function cellsOf(
  name: string,
  { names, rows }: { names: readonly string[]; rows: readonly SampleRow[] },
): string[] {
  const i = names.indexOf(name);
  return rows.map(({ cells }) => cells[i]?.trim() ?? '').filter((cell) => cell !== '');
}
