/** How far causes are followed. */
const MAX_DEPTH = 5;

/** What errors of Node and PostgreSQL say beside their message; never a value of a row or a parameter of a statement. */
const shown = [
  'code',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const;

/**
 * An error as the log has it. Only what is known to hold no data: PostgreSQL's `detail` and `where`, and what libraries
 * hang onto errors (requests, parameters), hold what callers sent.
 */
export function showError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const fields: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  for (const name of shown) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string' || typeof value === 'number') fields[name] = value;
  }
  if (error.cause !== undefined && depth < MAX_DEPTH) fields.cause = showError(error.cause, depth + 1);
  return fields;
}
