import type { Database } from './database/database.ts';
import { forgetCommits } from './live/commit-log.ts';
import { forgetExpiredAnswers } from './operations/stored-answers.ts';
import { forgetExpiredSessions } from './people/accounts/session-reader.ts';
import { forgetOldClaims } from './people/operators/withdraw-claim.ts';

const HOUR = 3_600_000;

/**
 * Deletes expired rows at the start and every hour. Reports failures and retries at the next run. Returns a function
 * that ends it.
 */
export function startHousekeeping(database: Database, onFailure: (cause: unknown) => void): () => void {
  let hasEnded = false;
  const forgetAll = () => {
    for (const forget of [forgetExpiredAnswers, forgetCommits, forgetExpiredSessions, forgetOldClaims])
      void forget(database).catch((cause: unknown) => {
        // The next server takes over.
        if (!hasEnded) onFailure(cause);
      });
  };
  const timer = setInterval(forgetAll, HOUR);
  timer.unref();
  // For processes that run less than an hour.
  forgetAll();
  return () => {
    hasEnded = true;
    clearInterval(timer);
  };
}
