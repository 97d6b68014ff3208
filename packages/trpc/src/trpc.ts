import {
  type CallContext,
  errorCatalogue,
  notJson,
  type Operation,
  OutturnError,
  type SentError,
  type Service,
  toOutturnError,
} from '@outturn/service';
import { initTRPC, TRPCError } from '@trpc/server';

/**
 * `answer` collects what all calls of one HTTP request have in common for its headers: `replayed` and `done` say
 * whether a write was replayed and whether one was made, since `Idempotent-Replayed` is sent only if all were
 * replayed. `retryAfter` is in seconds, for items of a batch that failed.
 */
export type TrpcContext = {
  service: Service;
  call: CallContext;
  answer: { replayed: boolean; done: boolean; retryAfter: number };
};

export type ProcedureMeta = { operation: Operation };

/** Calls of one HTTP batch at most. */
export const MAX_BATCH = 50;
/** The message of tRPC for a larger batch. Nothing else distinguishes this error. */
const TOO_MANY_CALLS = 'Batch call exceeds maximum size';

export const t = initTRPC
  .context<TrpcContext>()
  .meta<ProcedureMeta>()
  .create({
    // Proxies close connections on which nothing is sent, hence the pings. Clients reconnect after three that were
    // missed.
    sse: { ping: { enabled: true, intervalMs: 10_000 }, client: { reconnectAfterInactivityMs: 30_000 } },
    // Also for errors of tRPC itself: with our codes, and without a stack or an internal message.
    errorFormatter({ shape, error }) {
      const { code, message, details }: SentError = fromTrpcError(error);
      const data = {
        code: shape.data.code,
        error: code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        details,
      };
      return { ...shape, message, data };
    },
  });

/** Wraps an error for tRPC. `fromTrpcError` takes it out again when the answer is made. */
export function toTrpcError(error: OutturnError): TRPCError {
  return new TRPCError({ code: errorCatalogue[error.code].trpc, message: error.message, cause: error });
}

function fromTrpcError(error: TRPCError): Pick<OutturnError, 'code' | 'message' | 'details'> {
  if (error.cause?.name === 'OutturnError') return error.cause as OutturnError;
  if (error.message === TOO_MANY_CALLS) {
    return new OutturnError('Invalid Request', {
      message: `A batch has at most ${MAX_BATCH} calls. Send the others in a batch of their own.`,
    });
  }
  // The body of a POST, or the parameter of a GET.
  if (error.cause instanceof SyntaxError)
    return new OutturnError('Invalid JSON', { message: 'The input is not valid JSON.' });
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return notJson();
  const byTrpcCode = {
    NOT_FOUND: { code: 'Not Found', message: 'There is no such procedure.' },
    PARSE_ERROR: { code: 'Invalid JSON', message: errorCatalogue['Invalid JSON'].message },
    BAD_REQUEST: { code: 'Invalid Request', message: errorCatalogue['Invalid Request'].message },
    METHOD_NOT_SUPPORTED: {
      code: 'Invalid Request',
      message: 'Queries are sent with GET and mutations with POST.',
    },
  } as const;
  const known = byTrpcCode[error.code as keyof typeof byTrpcCode];
  return known ? { ...known, details: undefined } : toOutturnError(error);
}
