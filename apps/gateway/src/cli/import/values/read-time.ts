import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { MAX_VALUE, type Reading, tooLong } from './read-amount.ts';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

export type TimeOptions = {
  /** The zone of times that do not name one. */
  timeZone?: string | undefined;
  /** The format of times, in the tokens of Day.js. Default: ISO 8601. */
  dateFormat?: string | undefined;
};

/** Times as the API takes them. */
const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const iso =
  /^(?<year>\d{4})(?<dash>[-/.])(?<month>\d\d?)\k<dash>(?<day>\d\d?)(?:[T ]+(?<time>\d\d?:\d\d(?::\d\d(?:[.,]\d{1,9})?)?))?\s*(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)?$/i;
const trailingOffset = /(Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)$/i;

/** The end of the year 9999, in milliseconds since 1970. */
const MAX_TIME = Date.UTC(10000, 0, 1);
/**
 * Milliseconds since 1970 below this (until March 1973) are taken for seconds, and seconds beyond it (from the year 5138 on)
 * for milliseconds. No agent has recorded anything at these times.
 */
const BETWEEN_UNITS = 100_000_000_000;

/**
 * Reads a time as files have it, and returns it in ISO 8601 with a time zone. A time that the API takes is returned
 * unchanged, so that its row keeps its idempotency key.
 */
export function readTime(text: string, { timeZone, dateFormat }: TimeOptions): Reading {
  if (canonical.test(text)) return { value: text };
  if (text.length > MAX_VALUE) return tooLong;
  if (dateFormat !== undefined) return readFormatted(text, { timeZone, dateFormat });
  const { year = '', month = '', day = '', time = '0:00', zone } = iso.exec(text)?.groups ?? {};
  if (year === '') return /\d/.test(text) ? { problem: otherTime(text) } : { value: text };
  const [month2, day2] = [month, day].map((part) => part.padStart(2, '0'));
  const clock = time.replace(',', '.').replace(/^(?=\d:)/, '0');
  return toInstant(`${year}-${month2}-${day2}T${clock}`, zone ?? timeZone);
}

/** Whether a text is a time by these options, whatever its time zone. */
export function isTime(text: string, options: TimeOptions = {}): boolean {
  const reading = readTime(text, { ...options, timeZone: options.timeZone ?? 'UTC' });
  return 'value' in reading && /^\d{4}-.*T/.test(reading.value);
}

/** How a time that is not in ISO 8601 can be read. */
function otherTime(text: string): string {
  if (/^[1-9]\d{4}(\.\d+)?$/.test(text))
    return 'is a day number of a spreadsheet; give the column a date format there, such as YYYY-MM-DD, and save the file again';
  const format = /^\d{10}$/.test(text) ? 'X' : /^\d{13}$/.test(text) ? 'x' : 'DD.MM.YYYY';
  return `is no ISO 8601 time; pass --date-format, such as --date-format ${format}`;
}

function otherUnit(isSeconds: boolean): string {
  return isSeconds
    ? 'is far in the future if it is in seconds; pass --date-format x for milliseconds'
    : 'is in the first years after 1970 if it is in milliseconds; pass --date-format X for seconds';
}

function readFormatted(text: string, { timeZone, dateFormat = '' }: TimeOptions): Reading {
  const offset = hasOffset(dateFormat) ? trailingOffset.exec(text) : undefined;
  if (isTimestamp(dateFormat) && /^\d{1,13}(\.\d+)?$/.test(text)) {
    const isSeconds = dateFormat === 'X';
    if (Number(text) < BETWEEN_UNITS !== isSeconds) return { problem: otherUnit(isSeconds) };
    const time = new Date(Number(text) * (isSeconds ? 1000 : 1));
    if (time.getTime() < MAX_TIME) return { value: time.toISOString() };
  }
  const format = dateFormat.replace(/Z{1,2}$/, '').trimEnd();
  const local = offset ? text.slice(0, offset.index).trimEnd() : text;
  const parsed = dayjs.utc(withCase(local, format), unpadded(format));
  // Day.js accepts texts that fit in part, and dates such as February 30. So the result is written again by the same
  // format, and must be the text that was read.
  const isWhole = parsed.isValid() && withoutZeros(parsed.format(format)) === withoutZeros(local);
  const months = /MMM/.test(format) ? ', whose months are in English' : '';
  if (!isWhole || offset === null) return { problem: `does not match --date-format ${dateFormat}${months}` };
  return toInstant(parsed.toISOString().slice(0, -1), offset?.[1] ?? timeZone);
}

/**
 * The same format without leading zeros, which Day.js reads with and without them: `D.M.YYYY` for `DD.MM.YYYY`. Text
 * in brackets is no token.
 */
function unpadded(format: string): string {
  const parts = format.split(/(\[[^\]]*\])/);
  return parts
    .map((part) =>
      part.startsWith('[') ? part : part.replaceAll(/(?<!M)MM(?!M)|DD|HH|hh|mm|ss/g, (two) => two.slice(1)),
    )
    .join('');
}

/** Text in the case that Day.js expects: `Jan` for months, and `PM` or `pm` as in the format. */
function withCase(text: string, format: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => {
    if (/^[ap]m$/i.test(word)) return format.includes('A') ? word.toUpperCase() : word.toLowerCase();
    return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
  });
}

function withoutZeros(text: string): string {
  return text.toLowerCase().replaceAll(/(?<!\d)0+(?=\d)/g, '');
}

function toInstant(clock: string, zone: string | undefined): Reading {
  if (zone === undefined)
    return { problem: 'has no time zone; pass --time-zone, such as --time-zone Europe/Berlin' };
  try {
    const named = /^(Z|UTC|GMT)$/i.test(zone) ? 'UTC' : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
    const time = Temporal.PlainDateTime.from(clock).toZonedDateTime(named);
    return { value: new Date(time.epochMilliseconds).toISOString() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problem: 'does not exist in the calendar' };
  }
}

/** Whether times in this format name their own time zone. */
function hasOffset(format: string): boolean {
  return /Z$/.test(format);
}

/** Whether times in this format are seconds (`X`) or milliseconds (`x`) since 1970. */
function isTimestamp(format: string): boolean {
  return /^x$/i.test(format);
}

/** Whether a format has a whole date: year, month and day. */
export function isDateFormat(format: string): boolean {
  if (format.length > MAX_VALUE) return false;
  const tokens = format.replaceAll(/\[[^\]]*\]/g, '');
  return isTimestamp(tokens) || (/Y/.test(tokens) && /M/.test(tokens) && /D/.test(tokens));
}

/** Throws RangeError for an unknown time zone. */
export function checkTimeZone(zone: string): void {
  Temporal.PlainDate.from('2000-01-01').toZonedDateTime(zone);
}
