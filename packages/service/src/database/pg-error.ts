/** The SQLSTATE of an error of PostgreSQL; empty for all others. */
export function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // No class starts with E, as EPIPE and its like do.
  return /^[0-9FHPX][0-9A-Z]{4}$/.test(code) ? code : '';
}

/** Whether PostgreSQL ended a statement because it took too long, or because somebody asked it to. */
export function isCanceled(error: unknown): boolean {
  return sqlStateOf(error) === '57014';
}
