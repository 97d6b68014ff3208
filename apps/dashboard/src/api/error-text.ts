import type { AppRouter } from '@outturn/trpc';
import { TRPCClientError } from '@trpc/client';

export const UNREACHABLE = "Couldn't reach the server. Check your connection and try again.";

const SERVER_ERROR = 'The server had an error. Try again in a moment.';

/** Describes an error in words for people. */
export function errorText(error: unknown): string {
  const refusal = asRefusal(error);
  // The server's message is for programs, and names API keys.
  if (isSignedOut(error)) return 'Your session has expired. Sign in again.';
  if (refusal?.data) {
    const { details, httpStatus } = refusal.data;
    if (httpStatus >= 500) return SERVER_ERROR;
    const fields = details?.map(({ field, message }) => (field ? `${field} ${message}` : message)) ?? [];
    if (fields.length === 0) return refusal.message;
    // The message may be the first detail over again.
    const isDetail = [fields[0], details?.[0]?.message].includes(refusal.message);
    return `${isDetail ? '' : `${refusal.message} `}${fields.join('; ')}.`;
  }
  if (refusal || error instanceof TypeError) {
    return UNREACHABLE;
  }
  return error instanceof Error && error.message ? error.message : 'Something went wrong.';
}

/** Whether the server answered, and the answer was no. */
export function isRefusal(error: unknown): boolean {
  const status = asRefusal(error)?.data?.httpStatus;
  return status !== undefined && status < 500 && status !== 429;
}

/** Whether there is no session, or it has ended. */
export function isSignedOut(error: unknown): boolean {
  return asRefusal(error)?.data?.httpStatus === 401;
}

/** How many seconds the server asks to wait before the next try; undefined where it says nothing. */
export function retryAfter(error: unknown): number | undefined {
  const response = asRefusal(error)?.meta?.response;
  const seconds = response instanceof Response ? Number(response.headers.get('Retry-After')) : 0;
  return seconds > 0 ? seconds : undefined;
}

/** Whether a resource that was asked for by its id or key does not exist, cannot exist or belongs to another account. */
export function isNotFound(error: unknown): boolean {
  const status = asRefusal(error)?.data?.httpStatus;
  return status === 404 || status === 400;
}

/** Whether the server refused a call for this field of its input. */
export function isRefusedFor(error: unknown, field: string): boolean {
  return asRefusal(error)?.data?.details?.some((detail) => detail.field === field) ?? false;
}

/** Whether the server cannot answer because it would have to look at too much. */
export function isTooLarge(error: unknown): boolean {
  return asRefusal(error)?.data?.error === 'Question Too Large';
}

/** Whether the server has taken the idempotency key of a call for one with other values. */
export function isOtherCall(error: unknown): boolean {
  return asRefusal(error)?.data?.error === 'Idempotency Key Reused';
}

/** What the server says of fields of the input, if it refused a call for them: each message goes on from the name of its field. */
export function refusedFields(error: unknown): readonly { field: string; message: string }[] {
  return (isRefusal(error) && asRefusal(error)?.data?.details) || [];
}

/** The id under which the server has logged an error of its own. */
export function requestIdOf(error: unknown): string | undefined {
  const refusal = asRefusal(error);
  const response = refusal?.meta?.response;
  const isServerError = (refusal?.data?.httpStatus ?? 0) >= 500;
  return (isServerError && response instanceof Response && response.headers.get('X-Request-Id')) || undefined;
}

function asRefusal(error: unknown): TRPCClientError<AppRouter> | undefined {
  // tRPC's client throws nothing else, and its `data` is what our formatter sends.
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>) : undefined;
}
