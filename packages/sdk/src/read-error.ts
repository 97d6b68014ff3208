import { readRetryAfter } from '@outturn/transport';
import { OutturnApiError } from './errors.ts';
import type { Error as WireError } from './generated/openapi.ts';
import { readRateLimit } from './read-rate-limit.ts';

type Asked = { method: string; path: string };
type Head = { status: number; headers: Headers };

/** For an answer of REST, of tRPC, or of another server. */
export function toApiError(
  { method, path }: Asked,
  { status, headers }: Head,
  text: string,
): OutturnApiError {
  // The query may have filters of any length.
  const asked = `${method} ${path.split('?')[0]}`;
  const error = toWireError(text);
  return new OutturnApiError({
    code: error.code ?? `HTTP ${status}`,
    message: error.message ?? `${asked} was answered with HTTP ${status}`,
    status: error.status ?? status,
    path: error.path ?? asked,
    details: error.details ?? [],
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: readRetryAfter(headers.get('retry-after')),
    rateLimit: readRateLimit(headers),
  });
}

/** The error of REST, or the one of tRPC. */
type Answer = Partial<WireError> & { error?: { message: string; data?: TrpcData } };
type TrpcData = { error: WireError['code']; httpStatus: WireError['status']; details?: WireError['details'] };

/** Returns an empty object for answers of other servers. */
function toWireError(text: string): Partial<WireError> {
  try {
    // Answers of other servers may have any shape, and one that is no object throws.
    const answer = JSON.parse(text) as Answer;
    const { message, data } = answer.error ?? {};
    if (message && data?.error)
      return { code: data.error, message, status: data.httpStatus, details: data.details ?? [] };
    return 'code' in answer && 'timestamp' in answer ? answer : {};
  } catch {
    return {};
  }
}
