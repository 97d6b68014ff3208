import type { Database } from './database/database.ts';
import { forgetCommits } from './live/commit-log.ts';
import { forgetExpiredAnswers } from './operations/stored-answers.ts';
import { forgetExpiredSessions } from './people/accounts/session-reader.ts';
import { forgetOldClaims } from './people/operators/withdraw-claim.ts';
import { forgetSpans } from './traces/forget-spans.ts';
import { forgetSources } from './traces/source-counts.ts';
import { forgetOldTold } from './traces/told-events.ts';

const HOUR = 3_600_000;

const tasks = [
  forgetExpiredAnswers,
  forgetCommits,
  forgetExpiredSessions,
  forgetOldClaims,
  forgetSpans,
  forgetSources,
  forgetOldTold,
];

/**
 * Deletes expired rows at the start and every hour, one table after the other, so that a gateway that starts takes one
 * connection for it. Reports failures and retries at the next run. Returns a function that ends it.
 */
export function startHousekeeping(database: Database, onFailure: (cause: unknown) => void): () => void {
  let hasEnded = false;
  const forgetAll = async () => {
    for (const forget of tasks) {
      // The next server takes over.
      if (hasEnded) return;
      await forget(database).catch((cause: unknown) => {
        if (!hasEnded) onFailure(cause);
      });
    }
  };
  const timer = setInterval(() => void forgetAll(), HOUR);
  timer.unref();
  // For processes that run less than an hour.
  void forgetAll();
  return () => {
    hasEnded = true;
    clearInterval(timer);
  };
}
