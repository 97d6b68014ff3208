import { z } from 'zod';
import type { ImportKind } from './import-kinds.ts';

/** Where the reason stands in a file of rejected rows. Ignored on the way in, so that a corrected file can be imported. */
export const REASON = 'error';

/** The columns that files of a kind may have. They are the fields of its operation. */
export type Columns = {
  /** By name: whether the field takes text. Any other cell is read as JSON. */
  known: ReadonlyMap<string, { isText: boolean }>;
  required: readonly string[];
};

/** Derives the columns from the input schema of the kind's operation. */
export function columnsOf({ operation }: ImportKind): Columns {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, {
    io: 'input',
    unrepresentable: 'any',
  });
  const entries = Object.entries(properties);
  return { known: new Map(entries.map(([name, field]) => [name, { isText: takesText(field) }])), required };
}

/** Throws an error that names every column at fault and the columns that there are. */
export function checkColumns({ known, required }: Columns, names: readonly string[]): void {
  const unknown = names.filter((name) => !known.has(name) && name !== REASON);
  const repeated = names.filter((name, i) => names.indexOf(name) !== i);
  const missing = required.filter((name) => !names.includes(name));
  const problems = [
    ...(unknown.length ? [`Unknown: ${listed(unknown)}.`] : []),
    ...(repeated.length ? [`More than once: ${listed(repeated)}.`] : []),
    ...(missing.length ? [`Missing: ${listed(missing)}.`] : []),
    ...(names.length === 1 && /[;\t|]/.test(names[0] ?? '') ? ['Columns must be separated by commas.'] : []),
  ];
  if (problems.length === 0) return;
  throw new Error(
    `The columns of the file are not right, and nothing was sent. ${problems.join(' ')}\n` +
      `Known columns: ${[...known.keys()].map((name) => (required.includes(name) ? `${name} (required)` : name)).join(', ')}.`,
  );
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(', ');
}

function takesText(field: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof field === 'boolean') return field;
  return field.type === 'string' || (field.anyOf?.some(takesText) ?? false);
}
