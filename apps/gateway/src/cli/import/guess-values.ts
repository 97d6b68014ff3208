import type { FieldType } from './columns.ts';
import { billionths, readAmount } from './values/read-amount.ts';
import { isTime, readTime } from './values/read-time.ts';

/** The formats of dates that are proposed. If several read the same cells, the first is taken. */
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
const formats = days
  .flatMap((day) => clocks.map((clock) => `${day}${clock}`))
  .map((format) => ({ format, form: formOf(format) }));
/** Seconds and milliseconds since 1970, for times from 2001 to 2033. */
const timestamps = [
  ['X', /^1\d{9}$/],
  ['x', /^1\d{12}$/],
] as const;

/** Whether at least a fifth of the cells hold such a value. The others may be headings and totals of a report. */
export function looksLike(type: FieldType, cells: readonly string[]): boolean {
  if (type === 'decimal') return areMany(cells, (cell) => isAmount(cell, false) || isAmount(cell, true));
  if (type === 'time') return areMany(cells, (cell) => isTime(cell)) || guessDateFormats(cells).length > 0;
  return true;
}

/** Whether more cells can be read with a decimal comma than with a point. */
export function hasDecimalComma(cells: readonly string[]): boolean {
  const count = (decimalComma: boolean) => cells.filter((cell) => isAmount(cell, decimalComma)).length;
  return count(true) > count(false);
}

export function lacksTimeZone(cells: readonly string[], dateFormat: string | undefined): boolean {
  return cells.some((cell) => isTime(cell, { dateFormat }) && 'problem' in readTime(cell, { dateFormat }));
}

/**
 * The format that reads the most cells. If as many can be read with day and month swapped, that format follows as a
 * second one. Empty for ISO 8601, and if no format reads a fifth of the cells.
 */
export function guessDateFormats(cells: readonly string[]): string[] {
  if (areMany(cells, (cell) => isTime(cell))) return [];
  const timestamp = timestamps.find(([, form]) => areMany(cells, (cell) => form.test(cell)));
  if (timestamp) return [timestamp[0]];
  const isReadAs = (cell: string, { format, form }: (typeof formats)[number]) =>
    form.test(cell) && isTime(cell, { dateFormat: format });
  const counts = formats.map((format) => cells.filter((cell) => isReadAs(cell, format)).length);
  const best = Math.max(...counts);
  if (best * 5 < cells.length || best === 0) return [];
  const found = formats.filter((_, i) => counts[i] === best);
  const [first = '', ...others] = found.map(({ format }) => format);
  const swapped = others.filter((format) => first.startsWith('D') !== format.startsWith('D'));
  return [first, ...swapped.slice(0, 1)];
}

/**
 * A pattern that every text in a format matches, and few others do. Day.js takes 20 µs to say that a text has another format: for a
 * hundred formats and the cells of hundreds of columns, that would be minutes.
 */
function formOf(format: string): RegExp {
  const form = format
    .replaceAll('.', '\\.')
    .replaceAll(/[YMDHhms]+|A/g, (token) =>
      token === 'A' ? '[ap]m' : /MMM/.test(token) ? '\\p{L}+' : `\\d{1,${token.length + 1}}`,
    );
  return new RegExp(`^${form}$`, 'iu');
}

function areMany(cells: readonly string[], test: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(test).length * 5 >= cells.length;
}

/** An amount in any currency: with a sign of one or three capitals beside it. */
function isAmount(cell: string, decimalComma: boolean): boolean {
  const number = cell.replaceAll(/\p{Sc}|(?<!\p{L})\p{Lu}{3}(?!\p{L})/gu, '').trim();
  const reading = readAmount(number, { decimalComma });
  return 'value' in reading && billionths(reading.value) !== undefined;
}

/** Whether at least a fifth of the cells are times of the day, such as `10:30:15`. */
export function areClocks(cells: readonly string[]): boolean {
  return areMany(cells, (cell) => /^\d{1,2}:\d\d(:\d\d)?( ?[ap]\.?m\.?)?$/i.test(cell));
}

/** Whether every dot may separate thousands, as in `1.250` and unlike `12.50`. */
export function couldBeThousands(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => cell.includes('.'));
  return numbers.length > 0 && numbers.every((cell) => /^-?\d{1,3}(\.\d{3})+-?$/.test(cell));
}
