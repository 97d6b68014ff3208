import type { Columns } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { findHeader } from './find-header.ts';
import {
  couldBeThousands,
  guessDateFormats,
  hasDecimalComma,
  lacksTimeZone,
  looksLike,
} from './guess-values.ts';
import { rankOf } from './name-aliases.ts';
import { optionsText, shellQuoted } from './options-text.ts';
import type { Preset } from './presets/preset.ts';
import { presets } from './presets/presets.ts';
import { namedLike, proposeColumns } from './propose-columns.ts';
import { cellsOf, type SampleRow } from './sample-rows.ts';
import { namesUtc } from './similar-names.ts';
import { readAmount } from './values/read-amount.ts';
import { readTime } from './values/read-time.ts';

/** A file whose columns are wrong, as far as it was read. */
export type Sample = {
  columns: Columns;
  options: FileOptions;
  names: readonly string[];
  headerLine: number;
  rows: readonly SampleRow[];
  /** Columns that no field is read from. */
  unread: readonly string[];
  /** Those of them that stop the import. */
  unknown: readonly string[];
  /** Fields without a column. */
  open: readonly string[];
};

/**
 * Options that were probably meant. `text` is for the error message: it names the options and ends with `notes`, what
 * a person has to decide.
 */
export type Proposal = { text: string; options: Partial<FileOptions>; notes: string };

/**
 * Proposes the options that were probably meant for a file whose columns are wrong. The first of these that helps is
 * proposed: another header line or delimiter, a preset, a mapping of columns with the way in which their values are
 * written, and at last to leave columns out.
 *
 * A column that could be a required field, or the key of each row, is never proposed to be left out: without it the
 * rows would be recorded with less than they have, or twice.
 */
export function propose(sample: Sample): Proposal | undefined {
  const { columns, options, names, open } = sample;
  const missing = columns.required.filter((field) => open.includes(field));
  const header = findHeader(sample, missing);
  if (header) return didYouMean(header);
  // A header of one name may be one with another delimiter.
  const whole = names.length === 1 ? names[0]?.replaceAll(options.delimiter ?? ',', '') : undefined;
  const delimiter = /[;\t|,]/.exec(whole ?? '')?.[0];
  if (delimiter !== undefined) return didYouMean({ delimiter });
  const preset = presetOf(sample);
  if (preset) return didYouMean({ preset, ...readingOf(sample, presetColumns(preset, names)) });
  const map = proposeColumns(sample);
  if (map.size === 0) return leaveOut(sample, missing);
  const proposal = didYouMean({ map, ...readingOf(sample, map) });
  const left = missing.filter((field) => !map.has(field)).map((field) => nameColumn(sample, field, map));
  const notes = [...left, ...notesOf(sample, { ...proposal.options, map })]
    .map((note) => `${note}\n`)
    .join('');
  return { ...proposal, text: `${proposal.text}\n${notes}`.trimEnd(), notes };
}

/** The preset whose columns the file has, unless it was chosen already. */
function presetOf({ columns, options, names }: Sample): Preset | undefined {
  if (options.map) return undefined;
  const found = presets.find(
    ({ map: from, needs }) =>
      Object.keys(from).every((field) => columns.known.has(field)) &&
      [...needs, ...columns.required.map((field) => from[field] ?? [])].every((some) =>
        some.some((name) => names.includes(name)),
      ),
  );
  return found === options.preset ? undefined : found;
}

/** The columns of a preset that the file has, by field. */
function presetColumns({ map }: Preset, names: readonly string[]): Map<string, string> {
  const columns = Object.entries(map).map(
    ([field, some]) => [field, some.find((name) => names.includes(name)) ?? field] as const,
  );
  return new Map(columns);
}

/** Asks for the column of a required field. If one has a fitting name, it says why its cells do not fit. */
function nameColumn(sample: Sample, field: string, map: ReadonlyMap<string, string>): string {
  const [name] = namedLike(sample, field, [...map.values()]);
  const [cell] = name === undefined ? [] : cellsOf(name, sample);
  const isTime = sample.columns.known.get(field) === 'time';
  const reading = cell === undefined ? undefined : isTime ? readTime(cell, sample.options) : readAmount(cell);
  const problem = reading && 'problem' in reading ? reading.problem : `is no ${isTime ? 'time' : 'amount'}`;
  const why = cell === undefined ? '' : ` (${JSON.stringify(cell)} in ${JSON.stringify(name)} ${problem})`;
  return `Name the column of ${field}: --map ${field}=…${why}`;
}

/** Where two readings are possible, the options of the one that was not proposed. */
function notesOf(sample: Sample, { map = new Map(), ...proposed }: Partial<FileOptions>): string[] {
  const { names, unread, options } = sample;
  const [format, otherFormat] = guessDateFormats(timesOf(sample, map));
  const amounts = amountsOf(sample, map).flatMap((name) => cellsOf(name, sample));
  const zones = names.find((name) => /^time ?zone$/i.test(name) && unread.includes(name));
  const zone = zones === undefined ? undefined : cellsOf(zones, sample)[0];
  return [
    ...(otherFormat && proposed.dateFormat === format
      ? [`If days and months are the other way round: --date-format "${otherFormat}"`]
      : []),
    ...(couldBeThousands(amounts) && !proposed.decimalComma && !options.decimalComma
      ? ['If dots separate thousands: --decimal-comma']
      : []),
    ...(zone !== undefined && proposed.timeZone !== undefined
      ? [
          `If times are in the time zone of the column ${JSON.stringify(zones)} (${zone}), pass its name to --time-zone.`,
        ]
      : []),
  ];
}

export function didYouMean(options: Partial<FileOptions>): Proposal {
  return { text: `Did you mean: ${optionsText(options)}`, options, notes: '' };
}

/** The options for how the values of these columns are written: decimal comma, format of dates, time zone. */
function readingOf(sample: Sample, map: ReadonlyMap<string, string>): Partial<FileOptions> {
  const { columns, options } = sample;
  const column = (field: string) => map.get(field) ?? options.map?.get(field) ?? field;
  const isComma = amountsOf(sample, map).some((name) => hasDecimalComma(cellsOf(name, sample)));
  const times = timesOf(sample, map);
  const dateFormat = options.dateFormat ?? guessDateFormats(times)[0];
  const isUtc = namesUtc(column(columns.time));
  const lacksZone = !isUtc && options.timeZone === undefined && lacksTimeZone(times, dateFormat);
  return {
    ...(isComma && !options.decimalComma && { decimalComma: true }),
    ...(dateFormat !== options.dateFormat && { dateFormat }),
    ...(lacksZone && { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  };
}

/** The columns of all fields that are amounts. */
function amountsOf({ columns, options }: Sample, map: ReadonlyMap<string, string>): string[] {
  const fields = [...columns.known].filter(([, type]) => type === 'decimal');
  return fields.map(([field]) => map.get(field) ?? options.map?.get(field) ?? field);
}

function timesOf(sample: Sample, map: ReadonlyMap<string, string>): string[] {
  const { columns, options } = sample;
  return cellsOf(map.get(columns.time) ?? options.map?.get(columns.time) ?? columns.time, sample);
}

/**
 * The last resort: to leave out the columns that cannot be anything needed. Without one, it asks for what is missing.
 */
function leaveOut(sample: Sample, missing: readonly string[]): Proposal | undefined {
  const { columns, unknown, unread } = sample;
  const couldBe = (name: string) =>
    missing.some((field) => looksLike(columns.known.get(field) ?? 'text', cellsOf(name, sample)));
  const isKey = (name: string) =>
    columns.naturalKey !== undefined && rankOf(columns, columns.naturalKey, name) !== undefined;
  const unneeded = [...new Set(unknown)].filter((name) => !couldBe(name) && !isKey(name));
  const ignoring = unneeded.map((name) => ` --ignore ${shellQuoted(name)}`).join('');
  // All required fields are missing and no column could be one or a key: the file is of something else, and to ignore
  // all of it would not help.
  const isOther = missing.length === columns.required.length && unneeded.length === new Set(unknown).size;
  if (ignoring && !isOther) return advice(`Rename unknown columns, or skip them with:${ignoring}`);
  const key = unknown.find(isKey);
  if (key !== undefined && missing.length === 0)
    return advice(
      `If this column is the key of each row: ${optionsText({ map: new Map([[columns.naturalKey ?? '', key]]) })}`,
    );
  const naming = missing.map((field) => nameColumn(sample, field, new Map()));
  return naming.length > 0 && unread.length > 0 ? advice(naming.join('\n')) : undefined;
}

function advice(text: string): Proposal {
  return { text, options: {}, notes: '' };
}
