import type { Endpoint } from './call-api.ts';
import { type ItemResult, postBatch } from './post-batch.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** Error codes that are not caused by the item. */
const transient = new Set(['Server Error', 'Rate Limit Exceeded']);
/** Server errors before a row is rejected, while others succeed. */
const MAX_LONE_FAILURES = 5;

/**
 * Retries include one recorded item as a health probe: if it replays, the server is healthy, and an item that still fails is
 * rejected instead of blocking the import.
 */
export async function sendBatch(
  endpoint: Endpoint,
  items: readonly string[],
  { retries, signal }: { retries: RetryPolicy; signal: AbortSignal },
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

/** The probe's result comes last. */
function settle(entries: readonly Entry[], results: readonly ItemResult[]): void {
  const isHealthy = results.some(({ status }) => status !== 'rejected');
  for (const [i, entry] of entries.entries()) {
    const result = results[i];
    if (!result) continue;
    if (isHealthy && result.error?.code === 'Server Error') entry.loneFailures++;
    if (isFinal(result) || entry.loneFailures >= MAX_LONE_FAILURES) entry.result = result;
  }
}

function isFinal({ error }: ItemResult): boolean {
  return error === undefined || !transient.has(error.code);
}
