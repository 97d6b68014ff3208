const MAX_DEPTH = 5;

/** These never hold values of rows or parameters. */
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

/** PostgreSQL's `detail` and `where`, and fields of libraries, hold input of callers. */
export function showError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const message = withoutValues(error);
  const stack = error.stack?.replace(error.message, () => message);
  const fields: Record<string, unknown> = { type: error.name, message, stack };
  for (const name of shown) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string' || typeof value === 'number') fields[name] = value;
  }
  if (error.cause !== undefined && depth < MAX_DEPTH) fields.cause = showError(error.cause, depth + 1);
  return fields;
}

/** PostgreSQL quotes the value in the message of a data exception, such as an invalid number. */
function withoutValues({ message, code }: Error & { code?: unknown }): string {
  return /^22[0-9A-Z]{3}$/.test(String(code)) ? message.replace(/".*"/s, '"…"') : message;
}
