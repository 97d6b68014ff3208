import type { FieldType } from './columns.ts';
import { billionths, readAmount } from './values/read-amount.ts';
import { isTime, readTime } from './values/read-time.ts';

const days = [
  ...[
    'DD.MM.YYYY',
    'DD.MM.YY',
    'MM/DD/YYYY',
    'DD/MM/YYYY',
    'MM/DD/YY',
    'DD/MM/YY',
    'MM-DD-YYYY',
    'DD-MM-YYYY',
  ],
  ...['MMM D, YYYY', 'MMMM D, YYYY', 'D MMM YYYY', 'D MMMM YYYY', 'DD-MMM-YYYY', 'DD-MMM-YY', 'YYYYMMDD'],
];
const clocks = ['', ' HH:mm', ' HH:mm:ss', ' h:mm A', ' h:mm:ss A', ', HH:mm', ', h:mm A'];
const formats = days.flatMap((day) => clocks.map((clock) => `${day}${clock}`));
/** Seconds and milliseconds since 1970, from 2001 to 2033. */
const timestamps = [
  ['X', /^1\d{9}$/],
  ['x', /^1\d{12}$/],
] as const;

/** Whether many cells hold such a value. Headings and totals of a report are among them. */
export function looksLike(type: FieldType, cells: readonly string[]): boolean {
  if (type === 'decimal') return areMany(cells, (cell) => isAmount(cell, false) || isAmount(cell, true));
  if (type === 'time') return areMany(cells, (cell) => isTime(cell)) || guessDateFormats(cells).length > 0;
  return true;
}

export function hasDecimalComma(cells: readonly string[]): boolean {
  const count = (decimalComma: boolean) => cells.filter((cell) => isAmount(cell, decimalComma)).length;
  return count(true) > count(false);
}

export function lacksTimeZone(cells: readonly string[], dateFormat: string | undefined): boolean {
  return cells.some((cell) => isTime(cell, { dateFormat }) && 'problem' in readTime(cell, { dateFormat }));
}

/** The format of the most cells, and if days cannot be told from months, the other one. None for ISO 8601. */
export function guessDateFormats(cells: readonly string[]): string[] {
  if (areMany(cells, (cell) => isTime(cell))) return [];
  const timestamp = timestamps.find(([, form]) => areMany(cells, (cell) => form.test(cell)));
  if (timestamp) return [timestamp[0]];
  const counts = formats.map((format) => cells.filter((cell) => isTime(cell, { dateFormat: format })).length);
  const best = Math.max(...counts);
  if (best * 5 < cells.length || best === 0) return [];
  const [first = '', ...others] = formats.filter((_, i) => counts[i] === best);
  const swapped = others.filter((format) => first.startsWith('D') !== format.startsWith('D'));
  return [first, ...swapped.slice(0, 1)];
}

function areMany(cells: readonly string[], test: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(test).length * 5 >= cells.length;
}

/** In any currency. */
function isAmount(cell: string, decimalComma: boolean): boolean {
  const number = cell.replaceAll(/\p{Sc}|(?<!\p{L})\p{Lu}{3}(?!\p{L})/gu, '').trim();
  const reading = readAmount(number, { decimalComma });
  return 'value' in reading && billionths(reading.value) !== undefined;
}

/** Whether cells are those of a column such as `10:30:15`. */
export function areClocks(cells: readonly string[]): boolean {
  return areMany(cells, (cell) => /^\d{1,2}:\d\d(:\d\d)?( ?[ap]\.?m\.?)?$/i.test(cell));
}

/** Whether dots could separate thousands: `1.250`, but no `12.50`. */
export function couldBeThousands(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => cell.includes('.'));
  return numbers.length > 0 && numbers.every((cell) => /^-?\d{1,3}(\.\d{3})+-?$/.test(cell));
}
