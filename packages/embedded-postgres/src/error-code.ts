/** Returns a Node code such as ENOENT, an SQLSTATE, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
