import { countSessions, type DemoDataOptions, demoSessions } from '@outturn/demo-data';
import { inOrder } from '../concurrent-map.ts';
import { SAFE_TO_REPEAT } from '../import/import-file.ts';
import { RetryPolicy } from '../import/retry-policy.ts';
import { sendBatch } from '../import/send-batch.ts';
import { describeTally, type ImportTally } from '../import/tally.ts';
import type { Progress } from '../progress.ts';
import { inBatchesByKind, type SeedBatch } from './batches.ts';
import { createEntities } from './entities.ts';
import { RecordIds } from './record-ids.ts';

type SeedOptions = {
  url: string;
  apiKey: string;
  data: DemoDataOptions;
  progress: Progress;
  signal: AbortSignal;
};

const CONCURRENCY = 4;

/** The same for `outturn seed` and `outturn serve --demo`. */
export const demoDefaults = { days: 90, sessions: 60, seed: 'demo' };

/** Safe to repeat, because idempotency keys derive from the seed. */
export async function seed({ url, apiKey, data, progress, signal: stop }: SeedOptions): Promise<ImportTally> {
  const headers = new Headers({ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' });
  const ended = new AbortController();
  const signal = AbortSignal.any([stop, ended.signal]);
  const retries = new RetryPolicy(progress.note);
  const ids = new RecordIds();
  const send = async ({ kind, records, sessions }: SeedBatch) => {
    const endpoint = { url: `${url}/v1/${kind}/batch`, headers };
    const sending = Promise.all(records.map((record) => ids.bodyOf(record))).then((items) =>
      sendBatch(endpoint, items, { retries, signal }),
    );
    ids.sent(records, sending);
    return { sessions, results: await sending };
  };
  const tally = { created: 0, replayed: 0, rejected: 0 };
  progress.start(countSessions(data), describeTally(tally, 'records'));
  try {
    await createEntities({ url, headers }, retries, signal);
    for await (const { sessions, results } of inOrder(
      inBatchesByKind(demoSessions(data)),
      CONCURRENCY,
      send,
    )) {
      for (const { status, error } of results) {
        tally[status]++;
        // A rejection is a bug or a conflicting idempotency key.
        if (error) throw new Error(`A record was rejected: ${error.code}: ${error.message}`);
      }
      progress.update(sessions, describeTally(tally, 'records'));
    }
    return tally;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\n${SAFE_TO_REPEAT}`, { cause: error });
  } finally {
    ended.abort();
    progress.stop();
  }
}
