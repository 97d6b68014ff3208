import { z } from 'zod';
import { callApi, type Endpoint, type Failure, parseOrNull } from './call-api.ts';

export type ItemResult = z.output<typeof ItemResult>;
const ItemResult = z.object({
  status: z.enum(['created', 'replayed', 'rejected']),
  record: z.object({ id: z.string() }).optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z
        .array(z.object({ field: z.string(), message: z.string() }))
        .readonly()
        .optional(),
    })
    .optional(),
});

/**
 * Sends a batch. Resolves to the results in the order of the items, or to a failure that may pass. Throws if a retry
 * cannot help.
 */
export async function postBatch(
  endpoint: Endpoint,
  items: readonly string[],
  signal: AbortSignal,
): Promise<{ results: ItemResult[]; retryAfter: number | undefined } | Failure> {
  const outcome = await callApi(endpoint, `[${items.join(',')}]`, signal);
  if ('failure' in outcome) return outcome;
  if ('refusal' in outcome) throw new Error(outcome.refusal);
  const { text, retryAfter } = outcome;
  return { results: readResults(text, items.length, endpoint.url), retryAfter };
}

function readResults(text: string, count: number, url: string): ItemResult[] {
  const answer = z.object({ results: z.array(ItemResult).length(count) }).safeParse(parseOrNull(text));
  if (answer.success) return answer.data.results;
  throw new Error(`The answer of ${url} is not from Outturn. Check the URL.`);
}
