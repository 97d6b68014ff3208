import type { Columns } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { couldBeThousands } from './guess-values.ts';
import { cellsOf, type SampleRow } from './sample-rows.ts';
import { readAmount } from './values/read-amount.ts';
import { isTime } from './values/read-time.ts';

/** `options` are those that were probably meant, or undefined if an option must be left out. */
type Contradiction = { problem: string; options: Partial<FileOptions> | undefined };
type Plan = { columns: Columns; options: FileOptions; from: ReadonlyMap<string, readonly string[]> };
type Sample = { names: readonly string[]; rows: readonly SampleRow[] };

/**
 * Finds an option that some cells of a column contradict.
 *
 * Without this check only those cells would be refused, and the others recorded with a wrong value, since many texts
 * can be read in two ways: `1.234,50` proves that the comma is the decimal sign, so that `1.234` beside it is more
 * than a thousand and not about one dollar. `15/01/2026` proves that the day comes first, so that `02/01/2026` beside
 * it is a day of January.
 */
export function contradictionOf(plan: Plan, sample: Sample): Contradiction | undefined {
  const { known, time } = plan.columns;
  const columnsOf = (field: string) => plan.from.get(field) ?? [field];
  const amounts = [...known].filter(([, type]) => type === 'decimal').flatMap(([field]) => columnsOf(field));
  const times = columnsOf(time).flatMap((name) => cellsOf(name, sample));
  return (
    amounts.map((name) => wrongComma(cellsOf(name, sample), plan.options)).find(Boolean) ??
    wrongOrder(times, plan.options)
  );
}

/**
 * A column in which one amount can be read only with the other decimal sign, and another one would be read wrongly as
 * it is.
 */
function wrongComma(
  cells: readonly string[],
  { decimalComma = false }: FileOptions,
): Contradiction | undefined {
  const isRead = (cell: string, comma: boolean) => {
    const reading = readAmount(cell, { decimalComma: comma });
    return 'value' in reading && /^-?\d+(\.\d+)?$/.test(reading.value);
  };
  const proof = cells.find((cell) => !isRead(cell, decimalComma) && isRead(cell, !decimalComma));
  const swapped = (cell: string) => (decimalComma ? cell.replaceAll(',', '.') : cell);
  const wrong = cells.find((cell) => isRead(cell, decimalComma) && couldBeThousands([swapped(cell)]));
  if (proof === undefined || wrong === undefined) return undefined;
  const seen = `Amounts such as ${proof} have a decimal ${decimalComma ? 'point' : 'comma'}, so ${wrong} would be recorded wrongly`;
  return decimalComma
    ? { problem: `${seen}: leave out --decimal-comma.`, options: undefined }
    : { problem: `${seen}: pass --decimal-comma.`, options: { decimalComma: true } };
}

/**
 * A column in which one time can be read only with day and month swapped, and another one would be read wrongly as it
 * is. Only if the swapped format reads all that the given one reads, since a column of mixed formats has no right
 * one.
 */
function wrongOrder(cells: readonly string[], { dateFormat }: FileOptions): Contradiction | undefined {
  if (dateFormat === undefined || /\[|MMM/.test(dateFormat)) return undefined;
  const other = dateFormat.replaceAll(/[DM]/g, (letter) => (letter === 'D' ? 'M' : 'D'));
  const isRead = (cell: string, format: string) => isTime(cell, { dateFormat: format });
  const proof = cells.find((cell) => !isRead(cell, dateFormat) && isRead(cell, other));
  const wrong = cells.find((cell) => isRead(cell, dateFormat));
  const isConsistent = cells.every((cell) => isRead(cell, other) || !isRead(cell, dateFormat));
  if (proof === undefined || wrong === undefined || !isConsistent) return undefined;
  const problem = `Times such as ${proof} are not ${dateFormat}, so ${wrong} would be recorded wrongly: pass --date-format "${other}".`;
  return { problem, options: { dateFormat: other } };
}
