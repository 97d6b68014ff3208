import { z } from 'zod';
import { callApi, type Door, type Failure, parseOrNull } from './call-api.ts';

/** What became of one item, in the place of its item. */
export type ItemResult = z.output<typeof ItemResult>;
const ItemResult = z.object({
  status: z.enum(['created', 'replayed', 'rejected']),
  record: z.object({ id: z.string() }).optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    })
    .optional(),
});

/** Sends one batch once. Throws when trying again cannot help. */
export async function postBatch(
  door: Door,
  items: readonly string[],
  signal: AbortSignal,
): Promise<{ results: ItemResult[]; retryAfter: number | undefined } | Failure> {
  const outcome = await callApi(door, `[${items.join(',')}]`, signal);
  if ('failure' in outcome) return outcome;
  if ('refusal' in outcome) throw new Error(outcome.refusal);
  const { text, retryAfter } = outcome;
  return { results: readResults(text, items.length, door.url), retryAfter };
}

function readResults(text: string, count: number, url: string): ItemResult[] {
  const answer = z.object({ results: z.array(ItemResult).length(count) }).safeParse(parseOrNull(text));
  if (answer.success) return answer.data.results;
  throw new Error(`${url} did not answer as Outturn does. Is it the right address?`);
}
