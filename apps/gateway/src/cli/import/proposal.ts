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

export type Sample = {
  columns: Columns;
  options: FileOptions;
  names: readonly string[];
  headerLine: number;
  rows: readonly SampleRow[];
  /** Columns that no field is read from. */
  unread: readonly string[];
  /** Those that stop the import. */
  unknown: readonly string[];
  /** Fields without a column. */
  open: readonly string[];
};

/** `text` names `options` and ends with `notes`. */
export type Proposal = { text: string; options: Partial<FileOptions>; notes: string };

/** The options that were probably meant. A column that could be a required field, or the natural key, is never proposed for --ignore. */
export function propose(sample: Sample): Proposal | undefined {
  const { columns, options, names, open } = sample;
  const missing = columns.required.filter((field) => open.includes(field));
  const header = findHeader(sample, missing);
  if (header) return didYouMean(header);
  // The whole header is one name.
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

/** The preset whose columns a file has. */
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

function presetColumns({ map }: Preset, names: readonly string[]): Map<string, string> {
  const columns = Object.entries(map).map(
    ([field, some]) => [field, some.find((name) => names.includes(name)) ?? field] as const,
  );
  return new Map(columns);
}

/** Why the column with the name of a required field is not proposed for it. */
function nameColumn(sample: Sample, field: string, map: ReadonlyMap<string, string>): string {
  const [name] = namedLike(sample, field, [...map.values()]);
  const [cell] = name === undefined ? [] : cellsOf(name, sample);
  const isTime = sample.columns.known.get(field) === 'time';
  const reading = cell === undefined ? undefined : isTime ? readTime(cell, sample.options) : readAmount(cell);
  const problem = reading && 'problem' in reading ? reading.problem : `is no ${isTime ? 'time' : 'amount'}`;
  const why = cell === undefined ? '' : ` (${JSON.stringify(cell)} in ${JSON.stringify(name)} ${problem})`;
  return `Name the column of ${field}: --map ${field}=…${why}`;
}

/** Alternatives that a person has to decide on. */
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

/** How the values of these columns are written. */
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

/** Columns of amounts. */
function amountsOf({ columns, options }: Sample, map: ReadonlyMap<string, string>): string[] {
  const fields = [...columns.known].filter(([, type]) => type === 'decimal');
  return fields.map(([field]) => map.get(field) ?? options.map?.get(field) ?? field);
}

function timesOf(sample: Sample, map: ReadonlyMap<string, string>): string[] {
  const { columns, options } = sample;
  return cellsOf(map.get(columns.time) ?? options.map?.get(columns.time) ?? columns.time, sample);
}

function leaveOut(sample: Sample, missing: readonly string[]): Proposal | undefined {
  const { columns, unknown, unread } = sample;
  const couldBe = (name: string) =>
    missing.some((field) => looksLike(columns.known.get(field) ?? 'text', cellsOf(name, sample)));
  const isKey = (name: string) =>
    columns.naturalKey !== undefined && rankOf(columns, columns.naturalKey, name) !== undefined;
  const unneeded = [...new Set(unknown)].filter((name) => !couldBe(name) && !isKey(name));
  const ignoring = unneeded.map((name) => ` --ignore ${shellQuoted(name)}`).join('');
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
