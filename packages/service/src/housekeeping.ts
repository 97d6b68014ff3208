import type { Database } from './database/database.ts';
import { forgetCommits } from './live/commits.ts';
import { forgetExpiredKeys } from './operations/execute-command.ts';
import { forgetExpiredSessions } from './people/accounts/session-reader.ts';
import { forgetOldClaims } from './people/operators/withdraw-claim.ts';

const HOUR = 3_600_000;

/**
 * Removes what is over and what nobody can ask for any more, from time to time. What fails is told, and tried again the next
 * time. Returns what ends that.
 */
export function keepHouse(database: Database, onFailure: (cause: unknown) => void): () => void {
  let hasEnded = false;
  const forgetAll = () => {
    for (const forget of [forgetExpiredKeys, forgetCommits, forgetExpiredSessions, forgetOldClaims])
      void forget(database).catch((cause: unknown) => {
        // A server that ends leaves it to the next.
        if (!hasEnded) onFailure(cause);
      });
  };
  const timer = setInterval(forgetAll, HOUR);
  timer.unref();
  // A process that never runs for an hour would never come to it.
  forgetAll();
  return () => {
    hasEnded = true;
    clearInterval(timer);
  };
}
