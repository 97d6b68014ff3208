import type { Plan } from './plan-columns.ts';
import { cellsOf } from './sample-rows.ts';
import { isTime } from './values/read-time.ts';

/**
 * A quote that is not closed makes the next rows the text of its cell, up to the next quote. The row is rejected, since those
 * rows would be lost uncounted.
 */
export function swallowedRow(
  cells: readonly string[],
  names: readonly string[],
  { columns, options, from }: Plan,
): string | undefined {
  const lines = cells.flatMap((cell) => (/[\r\n]/.test(cell) ? cell.split(/[\r\n]+/).slice(1) : []));
  const [time = columns.time] = from.get(columns.time) ?? [];
  const row = lines.find((line) => {
    const found = line.split(options.delimiter ?? ',');
    const [text] = cellsOf(time, { names, rows: [{ cells: found, line: 0 }] });
    return found.length >= names.length && text !== undefined && isTime(text, options);
  });
  return row && `a cell holds a further row, ${JSON.stringify(row)}; close the quote before it`;
}
