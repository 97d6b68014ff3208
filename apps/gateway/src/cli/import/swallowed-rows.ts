import type { Plan } from './plan-columns.ts';
import { cellsOf } from './sample-rows.ts';
import { isTime } from './values/read-time.ts';

/**
 * Why a row is rejected whose cell contains further rows. A quote that is not closed makes the following rows a part
 * of its cell, up to the next quote; these rows would be lost without being counted. A cell with line breaks is
 * suspected if one of its lines has all cells and a valid time.
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
    if (found.length < names.length) return false;
    const [text] = cellsOf(time, { names, rows: [{ cells: found, line: 0 }] });
    return text !== undefined && isTime(text, options);
  });
  return row && `a cell holds a further row, ${JSON.stringify(row)}; close the quote before it`;
}
