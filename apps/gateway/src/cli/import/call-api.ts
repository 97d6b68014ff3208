import { isPassingStatus, readRetryAfter, reasonOf } from '@outturn/transport';
import { z } from 'zod';

/** Milliseconds. */
const REQUEST_TIMEOUT = 60_000;

export type Endpoint = { url: string; headers: Headers };

/**
 * The outcome of a request. A refusal, such as of a bad key, a missing scope or a wrong URL, stays one however often
 * the request is repeated; a failure may pass. `retryAfter` is in milliseconds.
 */
export type Outcome = { text: string; retryAfter: number | undefined } | Refusal | Failure;
type Refusal = { refusal: string; status: number };
/** `isUnreachable`: no server has answered at all. */
export type Failure = { failure: string; retryAfter: number | undefined; isUnreachable?: boolean };

/**
 * Sends a request: POST with a body, GET without. Rejects only when `signal` aborts; everything else is an outcome.
 */
export async function callApi(
  { url, headers }: Endpoint,
  body: string | null,
  signal: AbortSignal,
): Promise<Outcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]),
    });
    text = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    return {
      failure: `${new URL(url).origin} cannot be reached (${whyNot(error)})`,
      retryAfter: undefined,
      isUnreachable: true,
    };
  }
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  if (response.ok) return { text, retryAfter };
  const failure = `${url} answered ${describe(response, text)}`;
  if (!isPassingStatus(response.status)) return { refusal: failure, status: response.status };
  return { failure, retryAfter };
}

export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The API's error message, or the status line of an answer from another server. */
function describe({ status, statusText, headers }: Response, text: string): string {
  const error = z.object({ code: z.string(), message: z.string() }).safeParse(parseOrNull(text));
  if (error.success) return `${status} ${error.data.code}: ${error.data.message}`;
  const location = headers.get('location');
  return `${status} ${statusText}${location ? `, a redirect to ${location}` : ''}`;
}

function whyNot(error: unknown): string {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return isLate ? `no answer within ${REQUEST_TIMEOUT / 1000} s` : reasonOf(error);
}
