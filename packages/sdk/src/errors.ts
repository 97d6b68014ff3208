import type { ErrorCode, Error as WireError } from './generated/openapi.ts';
import type { RateLimit } from './hooks.ts';

/** A wrong field: its path, such as `amount` or `metadata.plan`, and the reason. */
export type ErrorDetail = NonNullable<WireError['details']>[number];

/** Base class of the SDK's errors. An aborted call rejects with the reason of its signal instead. */
export class OutturnError extends Error {
  override readonly name: string = 'OutturnError';
}

export type ApiErrorFields = Pick<
  OutturnApiError,
  'code' | 'message' | 'status' | 'path' | 'details' | 'requestId' | 'retryAfter'
> & { rateLimit?: RateLimit | undefined };

/**
 * The API answered with an error, and this attempt wrote nothing. An earlier attempt whose answer was lost may have written;
 * calling again with the same idempotency key is safe.
 */
export class OutturnApiError extends OutturnError {
  override readonly name = 'OutturnApiError';
  declare readonly code: ErrorCode;
  /** HTTP status. */
  declare readonly status: number;
  /** `<METHOD> <path>` of the request. */
  declare readonly path: string;
  /** One entry per wrong field. */
  declare readonly details: readonly ErrorDetail[];
  /** Identifies the request in the API's log. */
  declare readonly requestId: string | undefined;
  /** Milliseconds to wait before the next attempt, if the API sent `Retry-After`. */
  declare readonly retryAfter: number | undefined;

  /** Absent for plans without a limit. */
  declare readonly rateLimit: RateLimit | undefined;

  constructor({ message, ...fields }: ApiErrorFields) {
    super(message);
    Object.assign(this, fields);
  }
}

/**
 * No answer arrived, so the call may or may not have written. Calling again with the same idempotency key is safe. `cause` has
 * the reason.
 */
export class OutturnConnectionError extends OutturnError {
  override readonly name: string = 'OutturnConnectionError';
}

/** No answer within the timeout. */
export class OutturnTimeoutError extends OutturnConnectionError {
  override readonly name = 'OutturnTimeoutError';
}

/** An amount that the API cannot store: NaN, an infinity, or one with more than 15 digits before the decimal point. */
export class OutturnAmountError extends OutturnError {
  override readonly name = 'OutturnAmountError';
}

/** The recorder's queue is full, and the record was not accepted. */
export class OutturnQueueFullError extends OutturnError {
  override readonly name = 'OutturnQueueFullError';
}
