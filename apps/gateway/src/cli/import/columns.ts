import { z } from 'zod';
import type { ImportKind } from './import-kinds.ts';

/** Where the reason stands in a file of rejected rows. Ignored on the way in, so that a corrected file can be imported. */
export const REASON = 'error';
/** Where files that Outturn has written say which record a row is. */
export const ID = 'id';

/** The columns that files of a kind may have. They are the fields of its operation. */
export type Columns = {
  /** By name: whether the field takes text. Any other cell is read as JSON. */
  known: ReadonlyMap<string, { isText: boolean }>;
  required: readonly string[];
  /** When a record counts, if the API takes now for it where it is absent: no file is of now. */
  time: string | undefined;
  /** What records have that the server gives them. Files that Outturn has written hold it as well. */
  made: ReadonlySet<string>;
  /** What the user wants left out. */
  ignored: ReadonlySet<string>;
};

/** Derives the columns from the schemas of the kind. */
export function columnsOf(
  { input, output, time: { field: time } }: ImportKind,
  ignored: readonly string[] = [],
): Columns {
  const { properties = {}, required = [] } = toSchema(input, 'input');
  const shown = Object.keys(toSchema(output, 'output').properties ?? {});
  return {
    known: new Map(Object.entries(properties).map(([name, field]) => [name, { isText: takesText(field) }])),
    required: [...new Set([...required, time])],
    time: required.includes(time) ? undefined : time,
    made: new Set(shown.filter((name) => !(name in properties))),
    ignored: new Set(ignored),
  };
}

/** Throws an error that names every column at fault and the columns that there are. */
export function checkColumns(columns: Columns, names: readonly string[]): void {
  const { known, required, ignored } = columns;
  const unknown = unknownOf(columns, names);
  const repeated = names.filter((name, i) => names.indexOf(name) !== i);
  const missing = required.filter((name) => !names.includes(name) || ignored.has(name));
  const absent = [...ignored].filter((name) => !names.includes(name));
  const problems = [
    ...(unknown.length ? [`Unknown: ${listed(unknown)}.`] : []),
    ...(repeated.length ? [`More than once: ${listed(repeated)}.`] : []),
    ...(missing.length ? [`Missing: ${listed(missing)}.`] : []),
    ...(absent.length ? [`Not there to be ignored: ${listed(absent)}.`] : []),
    ...(names.length === 1 && /[;\t|]/.test(names[0] ?? '') ? ['Columns must be separated by commas.'] : []),
  ];
  if (problems.length === 0) return;
  const ignoring = [...new Set(unknown)].map((name) => ` --ignore ${JSON.stringify(name)}`).join('');
  const hint = ignoring && `\nRename what is unknown, or leave it out with:${ignoring}`;
  throw new Error(
    `The columns of the file are not right, and nothing was sent. ${problems.join(' ')}\n` +
      `Known columns: ${[...known.keys()].map((name) => (required.includes(name) ? `${name} (required)` : name)).join(', ')}.${hint}`,
  );
}

/** What the server gives records is known beside their id alone: in another file it may be anything. */
export function unknownOf({ known, made, ignored }: Columns, names: readonly string[]): string[] {
  const isWrittenOut = names.includes(ID) && !ignored.has(ID);
  return names.filter(
    (name) => !known.has(name) && name !== REASON && !ignored.has(name) && !(isWrittenOut && made.has(name)),
  );
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(', ');
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}

function takesText(field: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof field === 'boolean') return field;
  return field.type === 'string' || (field.anyOf?.some(takesText) ?? false);
}
