/** The SQLSTATE of an error that PostgreSQL has sent. Empty for other errors, such as those of the connection. */
export function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // No SQLSTATE starts with E, unlike EPIPE.
  return /^[0-9FHPX][0-9A-Z]{4}$/.test(code) ? code : '';
}

function isReadOnly(error: unknown): boolean {
  return sqlStateOf(error) === '25006';
}

const noConnection = /^(Connection terminated|Client (was closed|has encountered)|timeout exceeded)/;

const UNANSWERED = 'Connection terminated without an answer in time';

/** A statement got no answer in time. Whether it was executed is unknown. */
export class AnswerTimeoutError extends Error {
  constructor() {
    super(UNANSWERED);
  }
}

/**
 * Whether a message is that of an `AnswerTimeoutError`, or quotes it. Libraries wrap errors and keep only the
 * message.
 */
export function isUnanswered(message: string): boolean {
  return message.includes(UNANSWERED);
}

/** Whether a database refuses connections: it takes none, refuses the role or its password, or is being replaced. */
function isRefusedConnection(state: string, message: string): boolean {
  // 55000 has other causes, too.
  return /^(28|3D000)/.test(state) || (state === '55000' && message.includes('accepting connections'));
}

/**
 * Whether PostgreSQL is away, read-only or out of resources, or has canceled the statement, so that the same statement may
 * succeed later.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== '')
    return (
      /^(08|53|57P|57014|25P04)/.test(state) || isRefusedConnection(state, error.message) || isReadOnly(error)
    );
  // ECONNREFUSED is the system's error; ERR_… is a bug of ours.
  const code = 'code' in error ? String(error.code) : '';
  return /^E(?!RR_)[A-Z]/.test(code) || noConnection.test(error.message);
}

/** Connection poolers report with these messages, and another SQLSTATE, that no connection is free. */
const POOLER_IS_FULL = /^no more connections allowed|too many clients/;

/** Whether no further connection is allowed. */
export function isConnectionLimit(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '53300' || (state === '08P01' && POOLER_IS_FULL.test((error as Error).message));
}

export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
}

export function isCanceled(error: unknown): boolean {
  return sqlStateOf(error) === '57014';
}
