/** The SQLSTATE of an error of PostgreSQL; empty for all others. */
export function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // No class starts with E, as EPIPE and its like do.
  return /^[0-9FHPX][0-9A-Z]{4}$/.test(code) ? code : '';
}

/** 25006: a server that takes no writes, such as a standby. */
function isReadOnly(error: unknown): boolean {
  return sqlStateOf(error) === '25006';
}

/** What pg says of connections that were lost, or not to be had in time. */
const noConnection = /^(Connection terminated|Client (was closed|has encountered)|timeout exceeded)/;

/** A connection was ended because a statement got no answer in time: whether it was executed is unknown. */
export class SilentConnection extends Error {
  constructor() {
    super('Connection terminated without an answer in time');
  }
}

/**
 * Whether PostgreSQL is away, takes no writes or has no room (connections, disk, memory): what passes by itself or by the
 * operator's hand, whatever was asked.
 */
export function isPassing(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== '') return /^(08|53|57P)/.test(state) || isReadOnly(error);
  if (!(error instanceof Error)) return false;
  // Of the system, such as ECONNREFUSED; what Node.js itself finds wrong is ERR_ and a mistake of ours.
  const code = 'code' in error ? String(error.code) : '';
  return /^E(?!RR_)[A-Z]/.test(code) || noConnection.test(error.message);
}

/** What poolers say in place of 53300. */
const POOLER_IS_FULL = /^no more connections allowed|too many clients/;

/** Whether a connection was refused for want of room: PostgreSQL is there, and busy. */
export function hasNoRoom(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '53300' || (state === '08P01' && POOLER_IS_FULL.test((error as Error).message));
}

/** Whether PostgreSQL ended a statement because it took too long, or because somebody asked it to. */
export function isCanceled(error: unknown): boolean {
  return sqlStateOf(error) === '57014';
}
