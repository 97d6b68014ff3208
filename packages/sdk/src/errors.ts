import type { Error as WireError } from './openapi.ts';

/**
 * The short name of an error, as the API has it; `HTTP 502` and the like where something between you and the API
 * answered. Later versions of the API may know more of them.
 */
export type ErrorCode = WireError['code'] | (string & Record<never, never>);

/** One field that is wrong: its path, such as `amount` or `metadata.plan`, and what is wrong with it. */
export type ErrorDetail = NonNullable<WireError['details']>[number];

/** Every error of the SDK's own making. A call that its caller aborts fails with the reason of the signal instead. */
export class OutturnError extends Error {
  override readonly name: string = 'OutturnError';
}

/** What {@link OutturnApiError} is made of. */
export type ApiErrorFields = Pick<
  OutturnApiError,
  'code' | 'message' | 'status' | 'path' | 'details' | 'requestId' | 'retryAfter'
>;

/**
 * The API answered with an error: this attempt wrote nothing. An earlier one of the same call, whose answer was lost,
 * may have; calling again with the same idempotency key is safe.
 */
export class OutturnApiError extends OutturnError {
  override readonly name = 'OutturnApiError';
  readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** `<METHOD> <path>` of the request. */
  readonly path: string;
  /** One entry per field that is wrong; empty where no field is. */
  readonly details: readonly ErrorDetail[];
  /** What the API's own log knows the request by. */
  readonly requestId: string | undefined;
  /** Milliseconds that the API asks to wait before the next try. */
  readonly retryAfter: number | undefined;

  constructor({ message, ...fields }: ApiErrorFields) {
    super(message);
    this.code = fields.code;
    this.status = fields.status;
    this.path = fields.path;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.retryAfter = fields.retryAfter;
  }
}

/**
 * The API could not be reached, or its answer did not arrive: whether something was written is unknown. Calling again
 * with the same idempotency key is safe. `cause` says more.
 */
export class OutturnConnectionError extends OutturnError {
  override readonly name: string = 'OutturnConnectionError';
}

/** No answer within the timeout. */
export class OutturnTimeoutError extends OutturnConnectionError {
  override readonly name = 'OutturnTimeoutError';
}

/** The recorder holds as many records as it may. The record was not accepted. */
export class OutturnQueueFullError extends OutturnError {
  override readonly name = 'OutturnQueueFullError';
}
