/** The code of an error of Node (ENOENT…) or of PostgreSQL (an SQLSTATE); empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
