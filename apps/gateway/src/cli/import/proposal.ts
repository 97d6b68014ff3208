import type { Columns } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { findHeader } from './find-header.ts';
import { guessDateFormats, hasDecimalComma, lacksTimeZone, looksLike } from './guess-values.ts';
import { rankOf } from './name-aliases.ts';
import { optionsText } from './options-text.ts';
import { presets } from './presets/presets.ts';
import { cellsOf, type SampleRow } from './sample-rows.ts';
import { namesUtc } from './similar-names.ts';

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
  const map = mapColumns(sample);
  if (map.size === 0) return leaveOut(sample, missing);
  const proposal = didYouMean({ map, ...readingOf(sample, map) });
  const left = missing.filter((field) => !map.has(field));
  const preset = presets.find(({ map: from, needs }) =>
    [...needs, ...columns.required.map((field) => from[field] ?? [])].every((some) =>
      some.some((name) => names.includes(name)),
    ),
  );
  const [format, otherFormat] = guessDateFormats(timesOf(sample, map));
  const notes = [
    ...left.map((field) => `Name the column of ${field}: --map ${field}=…`),
    ...(otherFormat && proposal.options.dateFormat === format
      ? [`If days and months are the other way round: --date-format "${otherFormat}"`]
      : []),
    ...(preset && !options.preset
      ? [`This looks like an export of a known program: --preset ${preset.name}`]
      : []),
  ].map((note) => `${note}\n`);
  return {
    ...proposal,
    text: `${proposal.text}\n${notes.join('')}`.trimEnd(),
    notes: notes.join(''),
  };
}

function didYouMean(options: Partial<FileOptions>): Proposal {
  return { text: `Did you mean: ${optionsText(options)}`, options, notes: '' };
}

/** Required fields choose first, then the natural key. Columns without a telling name are chosen by their cells. */
function mapColumns(sample: Sample): Map<string, string> {
  const { columns, names, rows, unread, open } = sample;
  const rank = (field: string) =>
    columns.required.includes(field) ? 0 : field === columns.naturalKey ? 1 : 2;
  const map = new Map<string, string>();
  for (const field of open.toSorted((a, b) => rank(a) - rank(b))) {
    const fits = unread.flatMap((name) => {
      const rank = rankOf(columns, field, name);
      const isFree = name !== '' && ![...map.values()].includes(name);
      return rank !== undefined && isFree && holds(columns, field, cellsOf(name, { names, rows }))
        ? [{ name, rank }]
        : [];
    });
    const [best] = fits.toSorted((a, b) => a.rank - b.rank);
    if (best) map.set(field, best.name);
  }
  for (const field of columns.required.filter((name) => open.includes(name) && !map.has(name))) {
    const taken = [...map.values()];
    const [only, ...others] = unread.filter(
      (name) => !taken.includes(name) && hasValuesOf(sample, field, name),
    );
    if (only !== undefined && others.length === 0) map.set(field, only);
  }
  return map;
}

/** Whether a column could be an amount or a time by its cells alone. */
function hasValuesOf({ columns, names, rows }: Sample, field: string, name: string): boolean {
  const type = columns.known.get(field) ?? 'text';
  const cells = cellsOf(name, { names, rows });
  return name !== '' && ['decimal', 'time'].includes(type) && looksLike(type, cells);
}

function holds(columns: Columns, field: string, cells: readonly string[]): boolean {
  if (cells.length === 0) return true;
  if (field === columns.naturalKey) return new Set(cells).size === cells.length;
  return looksLike(columns.known.get(field) ?? 'text', cells);
}

/** How the values of these columns are written. */
function readingOf(sample: Sample, map: ReadonlyMap<string, string>): Partial<FileOptions> {
  const { columns, options } = sample;
  const column = (field: string) => map.get(field) ?? options.map?.get(field) ?? field;
  const amounts = [...columns.known].filter(([, type]) => type === 'decimal').map(([field]) => column(field));
  const isComma = amounts.some((name) => hasDecimalComma(cellsOf(name, sample)));
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
  const ignoring = unneeded.map((name) => ` --ignore ${JSON.stringify(name)}`).join('');
  if (ignoring) return advice(`Rename unknown columns, or skip them with:${ignoring}`);
  const key = unknown.find(isKey);
  if (key !== undefined && missing.length === 0)
    return advice(
      `If this column is the key of each row: ${optionsText({ map: new Map([[columns.naturalKey ?? '', key]]) })}`,
    );
  const mapping = missing.map((field) => ` --map ${field}=…`).join('');
  return mapping && unread.length > 0 ? advice(`Name the columns that are missing:${mapping}`) : undefined;
}

function advice(text: string): Proposal {
  return { text, options: {}, notes: '' };
}
