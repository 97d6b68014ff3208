import { readRetryAfter } from '@outturn/retry';
import { z } from 'zod';

/** How long an answer may take, in milliseconds. */
const REQUEST_TIMEOUT = 60_000;

/** Where requests go. */
export type Door = { url: string; headers: Headers };

/**
 * The text of the answer, and how many milliseconds to wait before items that failed go again; or what was wrong with the
 * request, where trying again cannot help: a bad key, a missing scope, a wrong address; or why there is no answer, and how many
 * milliseconds the server asks to wait, if it does.
 */
export type Outcome = { text: string; retryAfter: number | undefined } | Refusal | Failure;
type Refusal = { refusal: string; status: number };
export type Failure = { failure: string; retryAfter: number | undefined };

/** Sends one request once: a body by POST, and a GET without. Throws when it is stopped. */
export async function callApi(
  { url, headers }: Door,
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
      failure: `${new URL(url).origin} cannot be reached (${reasonOf(error)})`,
      retryAfter: undefined,
    };
  }
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  if (response.ok) return { text, retryAfter };
  const failure = `${url} answered ${describe(response, text)}`;
  if (response.status !== 429 && response.status < 500) return { refusal: failure, status: response.status };
  return { failure, retryAfter };
}

export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The message of the API's error object, or what there is of another server's answer. */
function describe({ status, statusText, headers }: Response, text: string): string {
  const error = z.object({ code: z.string(), message: z.string() }).safeParse(parseOrNull(text));
  if (error.success) return `${status} ${error.data.code}: ${error.data.message}`;
  const location = headers.get('location');
  return `${status} ${statusText}${location ? `, a redirect to ${location}` : ''}`;
}

/** `fetch` hides what happened behind "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${REQUEST_TIMEOUT / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? String(cause.code) : cause.message;
}
