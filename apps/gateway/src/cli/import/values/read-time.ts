import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import utc from 'dayjs/plugin/utc.js';
import type { Reading } from './read-amount.ts';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

export type TimeOptions = {
  /** Applies to times that have none. */
  timeZone?: string | undefined;
  /** Tokens of Day.js. */
  dateFormat?: string | undefined;
};

/** The API accepts these. They are returned unchanged, so that the row keeps its idempotency key. */
const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const iso =
  /^(?<year>\d{4})(?<dash>[-/.])(?<month>\d\d?)\k<dash>(?<day>\d\d?)(?:[T ]+(?<time>\d\d?:\d\d(?::\d\d(?:[.,]\d{1,9})?)?))?\s*(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)?$/i;
const trailingOffset = /\s*(Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)$/i;

/** The end of the year 9999. */
const MAX_TIME = Date.UTC(10000, 0, 1);

/** Times as files have them, in ISO 8601 with a time zone. */
export function readTime(text: string, { timeZone, dateFormat }: TimeOptions): Reading {
  if (canonical.test(text)) return { value: text };
  if (dateFormat !== undefined) return readFormatted(text, { timeZone, dateFormat });
  const { year = '', month = '', day = '', time = '0:00', zone } = iso.exec(text)?.groups ?? {};
  if (year === '') return /\d/.test(text) ? { problem: otherTime(text) } : { value: text };
  const [month2, day2] = [month, day].map((part) => part.padStart(2, '0'));
  const clock = time.replace(',', '.').replace(/^(?=\d:)/, '0');
  return toInstant(`${year}-${month2}-${day2}T${clock}`, zone ?? timeZone);
}

/** Whether a text is a time, in any time zone. */
export function isTime(text: string, options: TimeOptions = {}): boolean {
  const reading = readTime(text, { ...options, timeZone: options.timeZone ?? 'UTC' });
  return 'value' in reading && /^\d{4}-.*T/.test(reading.value);
}

/** Says how a time that is not in ISO 8601 can be read. */
function otherTime(text: string): string {
  if (/^[1-9]\d{4}(\.\d+)?$/.test(text))
    return 'is a day number of a spreadsheet; give the column a date format there, such as YYYY-MM-DD, and save the file again';
  const format = /^\d{10}$/.test(text) ? 'X' : /^\d{13}$/.test(text) ? 'x' : 'DD.MM.YYYY';
  return `is no ISO 8601 time; pass --date-format, such as --date-format ${format}`;
}

function readFormatted(text: string, { timeZone, dateFormat = '' }: TimeOptions): Reading {
  const offset = hasOffset(dateFormat) ? trailingOffset.exec(text) : undefined;
  if (isTimestamp(dateFormat) && /^\d{1,13}(\.\d+)?$/.test(text)) {
    const time = new Date(Number(text) * (dateFormat === 'X' ? 1000 : 1));
    if (time.getTime() < MAX_TIME) return { value: time.toISOString() };
  }
  const format = dateFormat.replace(/\s*Z{1,2}$/, '');
  const local = offset ? text.slice(0, offset.index) : text;
  const parsed = dayjs.utc(withCase(local, format), unpadded(format));
  const isWhole = parsed.isValid() && withoutZeros(parsed.format(format)) === withoutZeros(local);
  const months = /MMM/.test(format) ? ', whose months are in English' : '';
  if (!isWhole || offset === null) return { problem: `does not match --date-format ${dateFormat}${months}` };
  return toInstant(parsed.toISOString().slice(0, -1), offset?.[1] ?? timeZone);
}

/** With this, `DD.MM.YYYY` also reads `1.2.2026`. Text in brackets is no token. */
function unpadded(format: string): string {
  const parts = format.split(/(\[[^\]]*\])/);
  return parts
    .map((part) =>
      part.startsWith('[') ? part : part.replaceAll(/(?<!M)MM(?!M)|DD|HH|hh|mm|ss/g, (two) => two.slice(1)),
    )
    .join('');
}

/** Day.js reads `Jan`, and `PM` or `pm` by the format. */
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

/** Whether times in this format have their own time zone. */
function hasOffset(format: string): boolean {
  return /Z$/.test(format);
}

/** Seconds or milliseconds since 1970. */
function isTimestamp(format: string): boolean {
  return /^x$/i.test(format);
}

/** Whether Day.js finds a whole date by this format. */
export function isDateFormat(format: string): boolean {
  const tokens = format.replaceAll(/\[[^\]]*\]/g, '');
  return isTimestamp(tokens) || (/Y/.test(tokens) && /M/.test(tokens) && /D/.test(tokens));
}

/** Throws RangeError. */
export function checkTimeZone(zone: string): void {
  Temporal.PlainDate.from('2000-01-01').toZonedDateTime(zone);
}
