import type { Patience } from './patience.ts';
import { type Door, type ItemResult, postBatch } from './post-batch.ts';

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
  const fates = new Map<number, ItemResult>();
  const loneFailures = new Map<number, number>();
  let open = [...items.keys()];
  for (let attempt = 0; open.length > 0; attempt++) {
    const witness = [...fates].find(([, { status }]) => status !== 'rejected')?.[0];
    const sent = witness === undefined ? open : [...open, witness];
    const outcome = await postBatch(
      door,
      sent.map((i) => items[i] as string),
      signal,
    );
    if ('failure' in outcome) {
      await patience.wait(attempt, outcome, signal);
      continue;
    }
    const isWell = outcome.results.some(({ status }) => status !== 'rejected');
    outcome.results.forEach((result, position) => {
      const i = sent[position] as number;
      if (fates.has(i)) return;
      const failures = (loneFailures.get(i) ?? 0) + (isWell && result.error?.code === 'Server Error' ? 1 : 0);
      loneFailures.set(i, failures);
      if (isFinal(result) || failures >= MAX_LONE_FAILURES) fates.set(i, result);
    });
    const before = open.length;
    open = open.filter((i) => !fates.has(i));
    if (open.length < before) patience.progressed();
    const last = outcome.results.find((result) => !isFinal(result))?.error;
    if (open.length > 0 && last) {
      await patience.wait(attempt, { failure: `the server answers ${last.code}: ${last.message}` }, signal);
    }
  }
  return items.map((_, i) => fates.get(i) as ItemResult);
}

function isFinal({ error }: ItemResult): boolean {
  return error === undefined || !transient.has(error.code);
}
