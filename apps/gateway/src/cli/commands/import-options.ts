import { InvalidArgumentError, Option } from 'commander';
import { checkEncoding } from '../import/input/decode-text.ts';
import { presets } from '../import/presets/presets.ts';
import { MAX_VALUE } from '../import/values/read-amount.ts';
import { checkTimeZone, isDateFormat } from '../import/values/read-time.ts';

/** In lines. */
const MAX_SKIPPED = 10_000;

export function presetOption(): Option {
  const names = presets.map(({ name }) => name);
  return new Option(
    '--preset <program>',
    `read an export of this program, with its refunds: ${names.join(', ')}`,
  ).argParser((text) => {
    const preset = presets.find(({ name }) => name === text);
    if (preset) return preset;
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`);
  });
}

/** `amount=Amount,recordedAt="Created (UTC)"`. A comma that is followed by no field and = belongs to the value. */
export function parsePairs(
  text: string,
  earlier: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const pairs = new Map(earlier);
  for (const part of text.split(/,(?=\s*[A-Za-z]\w*=)/)) {
    const [, field = '', rest = ''] = /^\s*([A-Za-z]\w*)=(.*)$/s.exec(part) ?? [];
    const value = rest.trim();
    if (value === '') throw new InvalidArgumentError('It must be like amount=Total,recordedAt="Paid at".');
    if (pairs.has(field)) throw new InvalidArgumentError(`The field ${field} is named twice.`);
    pairs.set(field, value.replace(/^"(.*)"$/s, '$1'));
  }
  return pairs;
}

export function parseDelimiter(text: string): string {
  if (text === 'tab' || text === '\\t') return '\t';
  if (text.length === 1 && !/["\r\n]/.test(text)) return text;
  throw new InvalidArgumentError("It must be one character, such as ';', or tab.");
}

export function parseEncoding(text: string): string {
  return checked(text, checkEncoding, 'It must be an encoding of the web, such as windows-1252 or utf-16le.');
}

export function parseTimeZone(text: string): string {
  return checked(text, checkTimeZone, 'It must be a time zone, such as Europe/Berlin, UTC or +02:00.');
}

export function parseDateFormat(text: string): string {
  if (isDateFormat(text)) return text;
  throw new InvalidArgumentError(
    `It needs year, month and day in tokens of Day.js, such as DD.MM.YYYY HH:mm, or X for seconds since 1970, in at most ${MAX_VALUE} characters.`,
  );
}

export function parseLineCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : -1;
  if (count >= 0 && count <= MAX_SKIPPED) return count;
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_SKIPPED}.`);
}

function checked(text: string, check: (text: string) => void, message: string): string {
  try {
    check(text);
    return text;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidArgumentError(message);
  }
}
