import { z } from 'zod';
import type { ImportKind } from '../record-kinds.ts';

/** Column in files of rejected rows, ignored by imports of a corrected file. */
export const REASON = 'error';
/** Column in exported files. */
export const ID = 'id';

export type Columns = {
  /** By name. Cells that do not hold text are parsed as JSON. */
  known: ReadonlyMap<string, { isText: boolean }>;
  required: readonly string[];
  /** Time field that the API would default to now; rows must have it. */
  time: string | undefined;
  /** Exported files contain these. */
  serverSet: ReadonlySet<string>;
  ignored: ReadonlySet<string>;
};

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
    serverSet: new Set(shown.filter((name) => !(name in properties))),
    ignored: new Set(ignored),
  };
}

/** Throws one error for all wrong columns. */
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
    ...(absent.length ? [`Passed to --ignore but not in the file: ${listed(absent)}.`] : []),
    ...(names.length === 1 && /[;\t|]/.test(names[0] ?? '') ? ['Columns must be separated by commas.'] : []),
  ];
  if (problems.length === 0) return;
  const ignoring = [...new Set(unknown)].map((name) => ` --ignore ${JSON.stringify(name)}`).join('');
  const hint = ignoring && `\nRename unknown columns, or skip them with:${ignoring}`;
  throw new Error(
    `The columns of the file are wrong; nothing was sent. ${problems.join(' ')}\n` +
      `Known columns: ${[...known.keys()].map((name) => (required.includes(name) ? `${name} (required)` : name)).join(', ')}.${hint}`,
  );
}

/** An id marks an exported file, which may have server-set fields. */
export function unknownOf({ known, serverSet, ignored }: Columns, names: readonly string[]): string[] {
  const isExported = names.includes(ID) && !ignored.has(ID);
  return names.filter(
    (name) =>
      !known.has(name) && name !== REASON && !ignored.has(name) && !(isExported && serverSet.has(name)),
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
