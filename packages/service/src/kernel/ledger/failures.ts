/** What a failed statement means for its batch. */
export type Failure =
  /** Nothing was written; the same batch can go again. */
  | 'conflict'
  /** The answer was lost: it may or may not have been written. */
  | 'unknown'
  /** A row cannot be written as it is. */
  | 'poison';

const conflicts = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '23505', // a natural key or id that another gateway wrote a moment ago
  '23502', // a record that won only one of its two claims: see the recording statement
  '55P03', // lock timeout
]);

/** Classes of error in which the connection or the server went away: 08, 57P, 53 (out of connections). */
const lostConnection = /^(08|57P|53)/;

export function classifyFailure(error: unknown): Failure {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'unknown';
  if (conflicts.has(code)) return 'conflict';
  const isFromPostgres = /^[0-9A-Z]{5}$/.test(code);
  return isFromPostgres && !lostConnection.test(code) ? 'poison' : 'unknown';
}
