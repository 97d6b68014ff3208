import { isPassingStatus, readRetryAfter, reasonOf } from '@outturn/retry';
import { z } from 'zod';

/** In milliseconds. */
const REQUEST_TIMEOUT = 60_000;

export type Endpoint = { url: string; headers: Headers };

/**
 * A retry cannot change a refusal (bad key, missing scope, wrong URL), but can resolve a failure. `retryAfter` is in
 * milliseconds.
 */
export type Outcome = { text: string; retryAfter: number | undefined } | Refusal | Failure;
type Refusal = { refusal: string; status: number };
export type Failure = { failure: string; retryAfter: number | undefined };

/** POST with a body, GET without. Throws only when aborted. */
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
