import { isOutturnError, type OutturnClientError, OutturnConnectionError } from '@outturn/client';

export const UNREACHABLE = "Couldn't reach the server. Check your connection and try again.";

const SERVER_ERROR = 'The server had an error. Try again in a moment.';

/** Describes an error in words for people. */
export function errorText(error: unknown): string {
  const refusal = asRefusal(error);
  // The server's message is for programs, and names API keys.
  if (isSignedOut(error)) return 'Your session has expired. Sign in again.';
  if (refusal) {
    const { details, status, message } = refusal;
    if (status >= 500) return SERVER_ERROR;
    const fields = details.map((detail) =>
      detail.field ? `${detail.field} ${detail.message}` : detail.message,
    );
    if (fields.length === 0) return message;
    // The message may be the first detail over again.
    const isDetail = [fields[0], details[0]?.message].includes(message);
    return `${isDetail ? '' : `${message} `}${fields.join('; ')}.`;
  }
  const isUnreachable =
    isOutturnError(error) || error instanceof OutturnConnectionError || error instanceof TypeError;
  if (isUnreachable) return UNREACHABLE;
  return error instanceof Error && error.message ? error.message : 'Something went wrong.';
}

/** Whether the server answered, and the answer was no. */
export function isRefusal(error: unknown): boolean {
  const status = asRefusal(error)?.status;
  return status !== undefined && status < 500 && status !== 429;
}

/** Whether there is no session, or it has ended. */
export function isSignedOut(error: unknown): boolean {
  return asRefusal(error)?.status === 401;
}

/** Whether a resource that was asked for by its id or key does not exist, cannot exist or belongs to another account. */
export function isNotFound(error: unknown): boolean {
  const status = asRefusal(error)?.status;
  return status === 404 || status === 400;
}

/** Whether the server refused a call for this field of its input. */
export function isRefusedFor(error: unknown, field: string): boolean {
  return asRefusal(error)?.details.some((detail) => detail.field === field) ?? false;
}

/** Whether the server cannot answer because it would have to look at too much. */
export function isTooLarge(error: unknown): boolean {
  return asRefusal(error)?.code === 'Question Too Large';
}

/** Whether the server has taken the idempotency key of a call for one with other values. */
export function isOtherCall(error: unknown): boolean {
  return asRefusal(error)?.code === 'Idempotency Key Reused';
}

/** The server's messages about fields of the input, if it refused a call for them. Each message continues the name of its field. */
export function refusedFields(error: unknown): OutturnClientError['details'] {
  return (isRefusal(error) && asRefusal(error)?.details) || [];
}

/** The id under which the server has logged an error of its own. */
export function requestIdOf(error: unknown): string | undefined {
  const refusal = asRefusal(error);
  return refusal && refusal.status >= 500 ? refusal.requestId : undefined;
}

/** The error that Outturn answered with. A proxy whose server is away answers with an error of its own. */
function asRefusal(error: unknown): OutturnClientError | undefined {
  return isOutturnError(error) && !error.code.startsWith('HTTP ') ? error : undefined;
}
