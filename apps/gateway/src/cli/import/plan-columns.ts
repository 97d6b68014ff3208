import { type Columns, ID, isRecordId, REASON } from './columns.ts';
import { contradictionOf } from './contradictions.ts';
import { isCurrency } from './currency.ts';
import { type FileOptions, isMapping } from './file-options.ts';
import { delimiterText } from './options-text.ts';
import type { Preset } from './presets/preset.ts';
import { didYouMean, type Proposal, propose } from './proposal.ts';
import { cellsOf, partsOf, type SampleRow } from './sample-rows.ts';
import { closest, listed, namesUtc, quoted } from './similar-names.ts';

/**
 * Which column each field is read from. A field that is neither in `from` nor in `set` is read from the column of its
 * own name, if there is one.
 *
 * It is made once, from the header and the options, and every row is read by it.
 */
export type Plan = {
  columns: Columns;
  options: FileOptions;
  preset: Preset | undefined;
  /** Columns by field. If there are several, the first that is filled in a row counts. */
  from: ReadonlyMap<string, readonly string[]>;
  /** Values that are the same in all rows, by field. */
  set: ReadonlyMap<string, string>;
  /** The columns that are read as one, by the name that joins them: `Date+Time` has `Date` and `Time`. */
  joined: ReadonlyMap<string, readonly string[]>;
  /** Columns that are read for another field than that of their name. */
  taken: ReadonlySet<string>;
};

/** The columns do not fit, and nothing was sent. `proposal` has options with which they may. */
export class ColumnsError extends Error {
  readonly problems: string;
  readonly proposal: Proposal | undefined;

  constructor(problems: string, proposal: Proposal | undefined) {
    super(proposal ? `${problems}\n${proposal.text}` : problems);
    this.problems = problems;
    this.proposal = proposal;
  }
}

/** The beginning of a file, by which its columns are planned. `rows` are the first ones below the header. */
export type FileStart = { options: FileOptions; rows?: readonly SampleRow[]; headerLine?: number };

/**
 * Decides which column each field is read from. Throws one error for everything that is wrong with the columns, with
 * a proposal of options.
 */
export function planColumns(
  columns: Columns,
  names: readonly string[],
  { options, rows = [], headerLine = 1 }: FileStart,
): Plan {
  const plan = toPlan(columns, names, options);
  const unknown = unknownOf(plan, names, rows);
  const missing = missingOf(plan, names);
  const repeated = names.filter(
    (name, i) => name !== '' && names.indexOf(name) !== i && !columns.ignored.has(name),
  );
  const absent = [...columns.ignored].filter((name) => !names.includes(name));
  const problems = [
    ...(unknown.length ? [`Unknown: ${listed(unknown)}.`] : []),
    ...(repeated.length ? [`More than once: ${listed(repeated)}.`] : []),
    ...(missing.length ? [`Missing: ${listed(missing)}.`] : []),
    ...(absent.length ? [`Passed to --ignore but not in the file: ${listed(absent)}.`] : []),
    ...wrongOptions(plan, names),
    ...wrongSeparator(names, options),
  ];
  if (problems.length === 0) {
    refuseContradiction(plan, names, rows);
    return plan;
  }
  const proposal = propose({
    columns,
    options,
    names,
    headerLine,
    rows,
    unknown,
    unread: unreadOf(plan, names, rows),
    open: [...columns.known.keys()].filter((field) => !isGiven(plan, names, field)),
  });
  const known = [...columns.known.keys()].map((name) =>
    columns.required.includes(name) ? `${name} (required)` : name,
  );
  throw new ColumnsError(
    `The columns of the file are wrong; nothing was sent. ${problems.join(' ')}
Known columns: ${known.join(', ')}.`,
    proposal,
  );
}

function refuseContradiction(plan: Plan, names: readonly string[], rows: readonly SampleRow[]): void {
  const { problem, options } = contradictionOf(plan, { names, rows }) ?? {};
  if (problem === undefined) return;
  const proposal = options && didYouMean(options);
  throw new ColumnsError(`The options do not fit the file; nothing was sent. ${problem}`, proposal);
}

function toPlan(columns: Columns, names: readonly string[], options: FileOptions): Plan {
  const { preset, map = new Map(), set = new Map() } = options;
  const presetFields = Object.entries(preset?.map ?? {})
    .filter(([field]) => !set.has(field))
    .map(([field, some]) => [field, some.filter((name) => names.includes(name))] as const)
    .filter(([, some]) => some.length > 0);
  const mapped = [...map].map(([field, column]) => [field, [column]] as const);
  const from = new Map<string, readonly string[]>([...presetFields, ...mapped]);
  const constants = Object.entries(preset?.set ?? {}).filter(([field]) => !map.has(field));
  const parts = [...map.values()].map((column) => [column, partsOf(column, names)] as const);
  const joined = new Map(parts.filter(([, some]) => some.length > 1));
  const readElsewhere = ([field, some]: readonly [string, readonly string[]]) =>
    some.flatMap((name) => [name, ...(joined.get(name) ?? [])]).filter((name) => name !== field);
  return {
    columns,
    options,
    preset,
    from,
    set: new Map([...constants, ...set]),
    joined,
    taken: new Set([...from].flatMap(readElsewhere)),
  };
}

/**
 * Columns that stop the import, because they may be misspelt fields. Where columns are mapped, the others are simply
 * not read.
 */
export function unknownOf(plan: Plan, names: readonly string[], rows: readonly SampleRow[] = []): string[] {
  return isMapping(plan.options) ? [] : unreadOf(plan, names, rows);
}

/**
 * Columns that no field is read from. In a file that was exported from Outturn, columns with fields that the server
 * sets are expected, and not among them. A file counts as exported if it has a column `id`. If this could be the key of
 * another program, because the records have a key that is read from nowhere else, it must hold an id of Outturn.
 */
export function unreadOf(plan: Plan, names: readonly string[], rows: readonly SampleRow[]): string[] {
  const { known, serverSet, ignored, naturalKey } = plan.columns;
  const ids = cellsOf(ID, { names, rows });
  const couldBeKey = naturalKey !== undefined && !isGiven(plan, names, naturalKey) && ids.length > 0;
  const isExported = isRead(plan, ID) && names.includes(ID) && (!couldBeKey || ids.some(isRecordId));
  return names.filter(
    (name) =>
      !known.has(name) &&
      !['', REASON].includes(name) &&
      !ignored.has(name) &&
      !plan.taken.has(name) &&
      !isCurrencyOf(plan, name) &&
      !(isExported && serverSet.has(name)),
  );
}

/** Whether a column holds the currency of the amounts of its row, which `readRow` checks. */
export function isCurrencyOf({ columns: { known, ignored } }: Plan, name: string): boolean {
  return (
    !known.has(name) && !ignored.has(name) && isCurrency(name) && [...known.values()].includes('decimal')
  );
}

/** Whether a column is read for the field of its own name. */
export function isRead({ columns, taken, set, from }: Plan, name: string): boolean {
  return !columns.ignored.has(name) && !taken.has(name) && !set.has(name) && !from.has(name);
}

function isGiven(plan: Plan, names: readonly string[], field: string): boolean {
  const some = plan.from.get(field) ?? (isRead(plan, field) ? [field] : []);
  return plan.set.has(field) || some.some((name) => names.includes(name) || plan.joined.has(name));
}

/**
 * Required fields without a column or a value. With a preset, the columns that its program always writes, under the
 * names of that program.
 */
function missingOf(plan: Plan, names: readonly string[]): string[] {
  const { columns, preset } = plan;
  const fields = columns.required.filter((field) => !isGiven(plan, names, field));
  if (!preset) return fields;
  const needed = fields.map((field) => preset.map[field]?.[0] ?? field);
  const isThere = (name: string) => names.includes(name) && !columns.ignored.has(name);
  const others = preset.needs.filter((some) => !some.some(isThere));
  return [...needed, ...others.map(([name = '']) => name)];
}

/** One sentence for each fault of --map, --set and --time-zone. */
function wrongOptions(plan: Plan, names: readonly string[]): string[] {
  const { columns, options, preset, from, set } = plan;
  const { map = new Map<string, string>(), timeZone } = options;
  const fields = [...from.keys(), ...set.keys()].filter((field) => !columns.known.has(field));
  const absent = [...map.values()].filter((name) => !names.includes(name) && !plan.joined.has(name));
  const twice = [...set.keys()].filter(
    (field) =>
      map.has(field) ||
      (names.includes(field) && !columns.ignored.has(field) && !plan.taken.has(field) && !preset),
  );
  const utc = (from.get(columns.time) ?? [columns.time]).filter(namesUtc);
  return [
    ...new Set(fields).values().map((field) => notAField(field, columns)),
    ...absent.map((name) => {
      const meant = closest(name, names);
      return `Passed to --map but not in the file: ${quoted(name)}${meant ? ` (did you mean ${quoted(meant)}?)` : ''}.`;
    }),
    ...twice.map((field) => `${field} is passed to --set, and also a column.`),
    ...(timeZone !== undefined && timeZone !== 'UTC'
      ? utc.map((name) => `The column ${quoted(name)} is in UTC: leave out --time-zone.`)
      : []),
  ];
}

function notAField(field: string, { kind, known }: Columns): string {
  const meant = closest(field, [...known.keys()]);
  return `${kind} have no field ${quoted(field)}${meant ? ` (did you mean ${meant}?)` : ''}.`;
}

/** The fault of a header that is one name with another separator in it. */
function wrongSeparator([name = '', ...others]: readonly string[], { delimiter = ',' }: FileOptions) {
  const found = others.length === 0 ? /[;\t|,]/.exec(name.replaceAll(delimiter, ''))?.[0] : undefined;
  if (found === undefined) return [];
  const wanted = delimiter === ',' ? 'commas' : quoted(delimiter);
  return [`Columns must be separated by ${wanted}, or pass --delimiter ${delimiterText(found)}.`];
}
