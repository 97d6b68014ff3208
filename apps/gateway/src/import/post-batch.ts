import { z } from 'zod';

/** How long an answer may take, in milliseconds. */
const REQUEST_TIMEOUT = 60_000;

/** Where batches go. */
export type Door = { url: string; headers: Headers };

/** What became of one item, in the place of its item. */
export type ItemResult = z.output<typeof ItemResult>;
const ItemResult = z.object({
  status: z.enum(['created', 'replayed', 'rejected']),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    })
    .optional(),
});

/** The answer to a batch, or why there is none and how many milliseconds the server asks to wait, if it does. */
type PostOutcome = { results: ItemResult[] } | { failure: string; retryAfter: number | undefined };

/** Sends one batch once. Throws when trying again cannot help: a bad key, a missing scope, a wrong address. */
export async function postBatch(
  { url, headers }: Door,
  items: readonly string[],
  signal: AbortSignal,
): Promise<PostOutcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers,
      body: `[${items.join(',')}]`,
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
  if (response.ok) return { results: readResults(text, items.length, url) };
  const failure = `${url} answered ${describe(response, text)}`;
  if (response.status !== 429 && response.status < 500) throw new Error(failure);
  return { failure, retryAfter: readRetryAfter(response.headers.get('retry-after')) };
}

function readResults(text: string, count: number, url: string): ItemResult[] {
  const answer = z.object({ results: z.array(ItemResult).length(count) }).safeParse(parseOrNull(text));
  if (answer.success) return answer.data.results;
  throw new Error(`${url} did not answer as Outturn does. Is it the right address?`);
}

/** The message of the API's error object, or what there is of another server's answer. */
function describe({ status, statusText, headers }: Response, text: string): string {
  const error = z.object({ code: z.string(), message: z.string() }).safeParse(parseOrNull(text));
  if (error.success) return `${status} ${error.data.code}: ${error.data.message}`;
  const location = headers.get('location');
  return `${status} ${statusText}${location ? `, a redirect to ${location}` : ''}`;
}

/** RFC 9110: seconds, or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `fetch` hides what happened behind "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${REQUEST_TIMEOUT / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? String(cause.code) : cause.message;
}
