import type { AppRouter } from '@outturn/trpc';
import { TRPCClientError, type TRPCClientErrorLike } from '@trpc/client';

type WireData = NonNullable<TRPCClientErrorLike<AppRouter>['data']>;

/**
 * The short name of an error, as Outturn has it; `HTTP 502` and the like where something between you and Outturn
 * answered. Later versions may know more of them.
 */
export type ErrorCode = WireData['error'] | (string & Record<never, never>);

/** One field that is wrong: its path, such as `amount` or `metadata.plan`, and what is wrong with it. */
export type ErrorDetail = NonNullable<WireData['details']>[number];

/** What {@link OutturnClientError} is made of. */
export type ClientErrorFields = Pick<
  OutturnClientError,
  'code' | 'message' | 'status' | 'path' | 'details' | 'requestId' | 'retryAfter'
>;

/**
 * Outturn answered with an error: this attempt wrote nothing. An earlier one of the same call, whose answer was lost,
 * may have; calling again with the same idempotency key is safe. It is a `TRPCClientError` too.
 */
export class OutturnClientError extends TRPCClientError<AppRouter> {
  override readonly name = 'OutturnClientError';
  readonly code: ErrorCode;
  /** The HTTP status; of the call, not of the batch that it travelled in. */
  readonly status: number;
  /** Of the procedure, such as `revenues.record`. */
  readonly path: string;
  /** One entry per field that is wrong; empty where no field is. */
  readonly details: readonly ErrorDetail[];
  /** What the log of Outturn knows the request by. */
  readonly requestId: string | undefined;
  /** Milliseconds that Outturn asks to wait before the next try. */
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

/**
 * Outturn could not be reached, or its answer did not arrive: whether something was written is unknown. Calling again
 * with the same idempotency key is safe. `cause` says more.
 */
export class OutturnConnectionError extends TRPCClientError<AppRouter> {
  override readonly name: string = 'OutturnConnectionError';

  constructor(message: string, options?: { cause?: Error | undefined }) {
    super(message, options?.cause && { cause: options.cause });
    keepClass(this, new.target);
  }
}

/** No answer within the timeout. */
export class OutturnTimeoutError extends OutturnConnectionError {
  override readonly name = 'OutturnTimeoutError';
}

/** Whether Outturn answered with an error: then it has a `code`, a `status` and `details`. */
export function isOutturnError(error: unknown): error is OutturnClientError {
  return error instanceof OutturnClientError;
}

/** TRPCClientError makes every error one of its own class. */
function keepClass(error: Error, { prototype }: { prototype: object }): void {
  Object.setPrototypeOf(error, prototype);
}
