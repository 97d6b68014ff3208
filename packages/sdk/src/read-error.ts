import { readRetryAfter } from '@outturn/retry';
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

/** Returns an empty object for answers of other servers. */
function toWireError(text: string): Partial<WireError> {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null) return {};
    if ('error' in answer) return fromTrpc(answer.error);
    const isOurs = 'code' in answer && 'timestamp' in answer;
    // The OpenAPI document guarantees the type of objects with both fields.
    return isOurs ? (answer as WireError) : {};
  } catch {
    return {};
  }
}

type TrpcError = {
  message: string;
  data: { error: WireError['code']; httpStatus: WireError['status']; details?: WireError['details'] };
};

function fromTrpc(error: unknown): Partial<WireError> {
  const { message, data } = (error ?? {}) as Partial<TrpcError>;
  if (message === undefined || data?.error === undefined) return {};
  const { error: code, httpStatus: status, details = [] } = data;
  return { code, message, status, details };
}
