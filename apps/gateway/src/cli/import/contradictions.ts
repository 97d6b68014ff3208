import type { Columns } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { couldBeThousands } from './guess-values.ts';
import { cellsOf, type SampleRow } from './sample-rows.ts';
import { readAmount } from './values/read-amount.ts';
import { isTime } from './values/read-time.ts';

/** `options` are those that were probably meant; undefined says that one must be left out. */
type Contradiction = { problem: string; options: Partial<FileOptions> | undefined };
type Plan = { columns: Columns; options: FileOptions; from: ReadonlyMap<string, readonly string[]> };
type Sample = { names: readonly string[]; rows: readonly SampleRow[] };

/**
 * An option that some cells contradict. Only these cells would be refused, while others were recorded with a wrong value:
 * `1.234` beside `1.234,50` as about one dollar, and `02/01/2026` beside `15/01/2026` as a day of February.
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
