import type { Door } from './call-api.ts';
import type { Patience } from './patience.ts';
import { type ItemResult, postBatch } from './post-batch.ts';

/** Errors of an item that say nothing about the item. */
const transient = new Set(['Server Error', 'Rate Limit Exceeded']);
/** How often a row may fail on the server while its neighbours do not, before it is taken to be at fault. */
const MAX_LONE_FAILURES = 5;

/**
 * Sends a batch until every item has met its fate: created, replayed or rejected for good. Items that fail for a reason
 * of the server's go again, together with one that succeeded: while that one replays, the server is well, and a row that
 * still fails is rejected rather than holding up the import.
 */
export async function sendBatch(
  door: Door,
  items: readonly string[],
  { patience, signal }: { patience: Patience; signal: AbortSignal },
): Promise<ItemResult[]> {
  const entries = items.map((item): Entry => ({ item, fate: undefined, loneFailures: 0 }));
  let open = entries;
  for (let attempt = 0; open.length > 0; attempt++) {
    const witness = entries.find(({ fate }) => fate && fate.status !== 'rejected');
    const sent = (witness ? [...open, witness] : open).map(({ item }) => item);
    const outcome = await postBatch(door, sent, signal);
    if ('failure' in outcome) {
      await patience.wait(attempt, outcome, signal);
      continue;
    }
    settle(open, outcome.results);
    const left = open.filter(({ fate }) => !fate);
    if (left.length < open.length) patience.progressed();
    open = left;
    const error = outcome.results.find((result) => !isFinal(result))?.error;
    if (open.length > 0 && error) {
      const failure = `the server answers ${error.code}: ${error.message}`;
      await patience.wait(attempt, { failure, retryAfter: outcome.retryAfter }, signal);
    }
  }
  return entries.flatMap(({ fate }) => fate ?? []);
}

type Entry = { item: string; fate: ItemResult | undefined; loneFailures: number };

/** Gives entries the results in their places. The result of a witness comes last and only tells how the server is. */
function settle(entries: readonly Entry[], results: readonly ItemResult[]): void {
  const isWell = results.some(({ status }) => status !== 'rejected');
  for (const [i, entry] of entries.entries()) {
    const result = results[i];
    if (!result) continue;
    if (isWell && result.error?.code === 'Server Error') entry.loneFailures++;
    if (isFinal(result) || entry.loneFailures >= MAX_LONE_FAILURES) entry.fate = result;
  }
}

function isFinal({ error }: ItemResult): boolean {
  return error === undefined || !transient.has(error.code);
}
