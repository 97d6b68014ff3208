import { isPassing, sqlStateOf } from '../base/pg-error.ts';

/** What a failed statement means for its batch. */
export type Failure =
  /** Nothing was written; the same batch can go again. */
  | 'conflict'
  /** The answer was lost: it may or may not have been written. */
  | 'unknown'
  /** Nothing was written, and nothing can be at the moment: a read-only server, a full disk. */
  | 'refused'
  /** A row cannot be written as it is. */
  | 'poison'
  /** Nothing can be written as things are: a missing column. */
  | 'broken';

const conflicts = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '23505', // a natural key or id that another gateway wrote a moment ago
  '23502', // a record that won only one of its two claims: see the recording statement
  '55P03', // lock timeout
]);

/** Classes of error in which the connection or the server went away: 08, 57P, 53300 (out of connections). */
const lostConnection = /^(08|57P|53300)/;
/** Classes of error that are about the values of a row: data exceptions and violated constraints. */
const badRow = /^(22|23)/;

export function classifyFailure(error: unknown): Failure {
  // A mistake of ours, not a lost connection: another try would make it again.
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError)
    return 'broken';
  const code = sqlStateOf(error);
  if (code === '' || lostConnection.test(code)) return 'unknown';
  if (conflicts.has(code)) return 'conflict';
  if (isPassing(error)) return 'refused';
  return badRow.test(code) ? 'poison' : 'broken';
}
