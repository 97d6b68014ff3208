import { TRPCClientError, type TRPCClientErrorLike } from '@trpc/client';
import type { AppRouter } from './app-router.ts';

type WireData = NonNullable<TRPCClientErrorLike<AppRouter>['data']>;

/** Error code of Outturn, or `HTTP 502` and the like if a proxy answered. Later versions may add codes. */
export type ErrorCode = WireData['error'];

/** A wrong field: its path, such as `amount` or `metadata.plan`, and the reason. */
export type ErrorDetail = NonNullable<WireData['details']>[number];

export type ClientErrorFields = Pick<
  OutturnClientError,
  'code' | 'message' | 'status' | 'path' | 'details' | 'requestId' | 'retryAfter'
>;

/**
 * Outturn answered with an error, and this attempt wrote nothing. An earlier attempt whose answer was lost may have written;
 * calling again with the same idempotency key is safe. Extends `TRPCClientError`.
 */
export class OutturnClientError extends TRPCClientError<AppRouter> {
  override readonly name = 'OutturnClientError';
  readonly code: ErrorCode;
  /** HTTP status of the call, not of its HTTP batch. */
  readonly status: number;
  /** Procedure, such as `revenues.record`. */
  readonly path: string;
  /** One entry per wrong field. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in Outturn's log. */
  readonly requestId: string | undefined;
  /** Milliseconds to wait before the next attempt, if Outturn sent `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    { message, ...fields }: ClientErrorFields,
    options?: ConstructorParameters<typeof TRPCClientError<AppRouter>>[1],
  ) {
    super(message, options);
    keepClass(this, new.target);
    this.code = fields.code;
    this.status = fields.status;
    this.path = fields.path;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.retryAfter = fields.retryAfter;
  }
}

/** No answer arrived, so the call may or may not have written. Calling again with the same idempotency key is safe. */
export class OutturnConnectionError extends TRPCClientError<AppRouter> {
  override readonly name: string = 'OutturnConnectionError';

  constructor(message: string, options?: { cause?: Error | undefined }) {
    super(message, options?.cause && { cause: options.cause });
    keepClass(this, new.target);
  }
}

export class OutturnTimeoutError extends OutturnConnectionError {
  override readonly name = 'OutturnTimeoutError';
}

/** An amount that Outturn cannot store: NaN, an infinity, or one with more than 15 digits before the decimal point. */
export class OutturnAmountError extends TRPCClientError<AppRouter> {
  override readonly name = 'OutturnAmountError';

  constructor(message: string) {
    super(message);
    keepClass(this, new.target);
  }
}

/** Whether Outturn answered with an error, which has `code`, `status` and `details`. */
export function isOutturnError(error: unknown): error is OutturnClientError {
  return error instanceof OutturnClientError;
}

/** TRPCClientError sets its own prototype. */
function keepClass(error: Error, { prototype }: { prototype: object }): void {
  Object.setPrototypeOf(error, prototype);
}
