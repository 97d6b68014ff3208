import { isTransient } from './pg-error.ts';

/** Default messages. */
export const errorCatalogue = {
  'Invalid Request': { status: 400, trpc: 'BAD_REQUEST', message: 'The request is invalid.' },
  'Invalid JSON': { status: 400, trpc: 'PARSE_ERROR', message: 'The request body is not valid JSON.' },
  'Invalid ID': { status: 400, trpc: 'BAD_REQUEST', message: 'Invalid ID' },
  'Already Exists': {
    status: 400,
    trpc: 'BAD_REQUEST',
    message: 'The key exists already; update or replace it',
  },
  'Idempotency Key Reused': {
    status: 400,
    trpc: 'BAD_REQUEST',
    message: 'This idempotency key was used before with different input. Use a new key for a new record.',
  },
  'Question Too Large': {
    status: 400,
    trpc: 'BAD_REQUEST',
    message: 'The question took too long. Ask for less.',
  },
  'Answer Too Large': {
    status: 400,
    trpc: 'BAD_REQUEST',
    message: 'The answer is too large. Ask for less.',
  },
  Unauthorized: {
    status: 401,
    trpc: 'UNAUTHORIZED',
    message: 'The API key is missing or invalid. Send "Authorization: Bearer <API key>".',
  },
  Forbidden: { status: 403, trpc: 'FORBIDDEN', message: 'The API key lacks permission for this operation.' },
  'Not Found': { status: 404, trpc: 'NOT_FOUND', message: 'The resource was not found.' },
  'Rate Limit Exceeded': {
    status: 429,
    trpc: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Retry after the time in the Retry-After header.',
  },
  'Server Error': {
    status: 500,
    trpc: 'INTERNAL_SERVER_ERROR',
    message: 'Something went wrong on our side. The request can be retried with the same idempotency key.',
  },
} as const satisfies Record<string, { status: number; trpc: string; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Fields of an error in the types of clients. */
export type SentError = {
  /** Later versions may add codes. */
  code: ErrorCode | (string & Record<never, never>);
  message: string;
  /** `field` is a path: `metadata.plan`, or `3.amount` in a batch. */
  details: readonly { field: string; message: string }[] | undefined;
};

export type ErrorDetail = NonNullable<SentError['details']>[number];

type ErrorOptions = {
  message?: string;
  details?: readonly ErrorDetail[];
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
  /** Logged, never sent. */
  cause?: unknown;
};

const BUSY_RETRY_SECONDS = 5;

export class OutturnError extends Error {
  override readonly name = 'OutturnError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** Names the first problem, for clients that hide `details`. */
export function invalidRequest(details: readonly ErrorDetail[]): OutturnError {
  const [first] = details;
  const message = first === undefined ? undefined : `${first.field || 'The input'} ${first.message}`;
  return new OutturnError('Invalid Request', { ...(message && { message }), details });
}

export function tooBusy(cause?: unknown): OutturnError {
  const message = `The service is busy. Retry after ${BUSY_RETRY_SECONDS} seconds.`;
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: BUSY_RETRY_SECONDS, cause });
}

export function usedElsewhere(): OutturnError {
  return new OutturnError('Idempotency Key Reused', {
    message: 'This idempotency key was used before for another operation. Use a new key for each operation.',
  });
}

export function sessionEnded(): OutturnError {
  return new OutturnError('Unauthorized', { message: 'The session has ended. Sign in again.' });
}

/** For a cookie that this gateway's secret did not sign. */
export function sessionNotValid(): OutturnError {
  return new OutturnError('Unauthorized', { message: 'The session is not valid. Sign in again.' });
}

/** Hides other errors, and keeps them as `cause` for the log. */
export function toOutturnError(cause: unknown): OutturnError {
  if (cause instanceof OutturnError) return cause;
  return new OutturnError('Server Error', isTransient(cause) ? { ...outage, cause } : { cause });
}

/** Sums up the failures of a call with several parts: a server error, else a busy service. Undefined if no retry can help. */
export function passingFailureOf(errors: readonly OutturnError[]): OutturnError | undefined {
  const first =
    errors.find(({ code }) => code === 'Server Error') ??
    errors.find(({ code }) => code === 'Rate Limit Exceeded');
  if (!first) return undefined;
  const { code, message, cause } = first;
  const waits = errors.map(({ retryAfter = 0 }) => retryAfter);
  return new OutturnError(code, { message, cause, retryAfter: Math.max(1, ...waits) });
}

/** A write may or may not have been committed. */
const outage = {
  message: 'The service cannot answer at the moment. Retry after a second with the same idempotency key.',
  retryAfter: 1,
};
