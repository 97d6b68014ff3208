import { countSessions, type DemoDataOptions, demoSessions } from '@outturn/demo-data';
import { SAFE_TO_REPEAT } from '../import/import-file.ts';
import { inOrder } from '../import/in-order.ts';
import { Patience } from '../import/patience.ts';
import type { ImportTally, Progress } from '../import/progress.ts';
import { sendBatch } from '../import/send-batch.ts';
import { inBatchesByKind, type SeedBatch } from './batches.ts';
import { RecordIds } from './record-ids.ts';
import { createThings } from './things.ts';

type SeedOptions = {
  url: string;
  apiKey: string;
  data: DemoDataOptions;
  progress: Progress;
  /** Stops the seeding. */
  signal: AbortSignal;
};

/** Requests in flight. */
const CONCURRENCY = 4;

/**
 * Records demo data through the REST API. Keys follow from the seed: what was recorded before is not recorded twice.
 * Throws when it cannot go on; running it again is always safe.
 */
export async function seed({ url, apiKey, data, progress, signal: stop }: SeedOptions): Promise<ImportTally> {
  const headers = new Headers({ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' });
  const ended = new AbortController();
  const signal = AbortSignal.any([stop, ended.signal]);
  const patience = new Patience(progress.note);
  const ids = new RecordIds();
  const send = async ({ kind, records, sessions }: SeedBatch) => {
    const door = { url: `${url}/v1/${kind}/batch`, headers };
    const sending = Promise.all(records.map((record) => ids.bodyOf(record))).then((items) =>
      sendBatch(door, items, { patience, signal }),
    );
    ids.sent(records, sending);
    return { sessions, results: await sending };
  };
  const tally = { created: 0, replayed: 0, rejected: 0 };
  progress.start(countSessions(data));
  try {
    await createThings({ url, headers }, patience, signal);
    for await (const { sessions, results } of inOrder(
      inBatchesByKind(demoSessions(data)),
      CONCURRENCY,
      send,
    )) {
      for (const { status, error } of results) {
        tally[status]++;
        // The data is ours: a record that is refused is a mistake of ours, or of whoever used its key.
        if (error) throw new Error(`A record was rejected: ${error.code}: ${error.message}`);
      }
      progress.update(sessions, tally);
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
