import { OutturnError } from '../base/errors.ts';
import { isTransient, sqlStateOf } from '../base/pg-error.ts';

export type Failure =
  /** Nothing was written; a retry may succeed. */
  | 'conflict'
  /** The answer was lost; the statement may have committed. */
  | 'unknown'
  /** PostgreSQL cannot write now: it is read-only, or the disk is full. */
  | 'refused'
  /** A row is invalid. */
  | 'poison'
  /** A retry cannot succeed: schema or code is wrong. */
  | 'broken';

const conflicts = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '23505', // a natural key or id that another gateway wrote a moment ago
  '22012', // a record that won only one of its two reservations: see the recording statement
  '55P03', // lock timeout
  '57014', // canceled, such as by a statement_timeout of the role
  '25P04', // a transaction_timeout of the role
]);

/** Connection exceptions, shutdowns, too many connections. */
const lostConnection = /^(08|57P|53300)/;
/** Data exceptions, violated constraints. */
const badRow = /^(22|23)/;

export function classifyFailure(error: unknown): Failure {
  // A programming error, which a retry would repeat.
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError)
    return 'broken';
  // This gateway is too old for the database.
  if (error instanceof OutturnError && error.code === 'Server Error') return 'broken';
  const code = sqlStateOf(error);
  if (code === '' || lostConnection.test(code)) return 'unknown';
  if (conflicts.has(code)) return 'conflict';
  if (isTransient(error)) return 'refused';
  return badRow.test(code) ? 'poison' : 'broken';
}
