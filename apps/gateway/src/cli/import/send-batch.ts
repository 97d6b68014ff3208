import type { Endpoint } from './call-api.ts';
import { type ItemResult, postBatch } from './post-batch.ts';
import type { RetryPolicy } from './retry-policy.ts';

export type Attempts = { retries: RetryPolicy; signal: AbortSignal };

/** Codes of errors that the item has not caused, so that the same item may succeed later. */
const transient = new Set(['Server Error', 'Rate Limit Exceeded']);
/** An item that fails so often while others succeed is rejected. */
const MAX_LONE_FAILURES = 5;

/**
 * Sends a batch until each of its items has a final result, which it returns in order.
 *
 * A server error says nothing about its cause: the server may be down, or this one item may always make it fail. To
 * tell the two apart, each repetition contains one item that is recorded already. If that is replayed, the server
 * works, and an item that fails beside it again and again is rejected instead of holding up the import.
 */
export async function sendBatch(
  endpoint: Endpoint,
  items: readonly string[],
  { retries, signal }: Attempts,
): Promise<ItemResult[]> {
  const entries = items.map((item): Entry => ({ item, result: undefined, loneFailures: 0 }));
  let open = entries;
  for (let attempt = 0; open.length > 0; attempt++) {
    const probe = entries.find(({ result }) => result && result.status !== 'rejected');
    const sent = (probe ? [...open, probe] : open).map(({ item }) => item);
    const outcome = await postBatch(endpoint, sent, signal);
    if ('failure' in outcome) {
      await retries.wait(attempt, outcome, signal);
      continue;
    }
    settle(open, outcome.results);
    const left = open.filter(({ result }) => !result);
    if (left.length < open.length) retries.progressed();
    open = left;
    const error = outcome.results.find((result) => !isFinal(result))?.error;
    if (open.length > 0 && error) {
      const failure = `the server answers ${error.code}: ${error.message}`;
      await retries.wait(attempt, { failure, retryAfter: outcome.retryAfter }, signal);
    }
  }
  return entries.flatMap(({ result }) => result ?? []);
}

type Entry = { item: string; result: ItemResult | undefined; loneFailures: number };

/** Notes the final results. The result of the item that was added comes last, and belongs to no entry. */
function settle(entries: readonly Entry[], results: readonly ItemResult[]): void {
  const isHealthy = results.some(({ status }) => status !== 'rejected');
  for (const [i, entry] of entries.entries()) {
    const result = results[i];
    if (!result) continue;
    if (isHealthy && result.error?.code === 'Server Error') entry.loneFailures++;
    if (isFinal(result) || entry.loneFailures >= MAX_LONE_FAILURES) entry.result = result;
  }
}

/** Whether another attempt would have the same result. */
function isFinal({ error }: ItemResult): boolean {
  return error === undefined || !transient.has(error.code);
}
