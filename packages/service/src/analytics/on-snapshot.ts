import { databaseTime } from '../base/clock.ts';
import { newWaitLimit } from '../base/waiting-queue.ts';
import type { ReadServer } from '../database/read-server.ts';
import type { QueryContext } from '../operations/define.ts';
import { hasDeltasSql } from '../rollups/rollup-deltas.ts';
import type { Calendar } from './calendar.ts';
import { Snapshot } from './snapshot.ts';
import { type Clock, currentMinute } from './windows.ts';

type Asked = { calendar: Calendar; statements: number };

type Answering = {
  snapshot: Snapshot;
  /** Whether there are unfolded deltas. Mostly there are none, and PostgreSQL takes twice the time to plan statements that read them (decision 009). */
  hasDeltas: boolean;
  clock: Clock;
};

/**
 * Answers a question of so many statements on one snapshot, when it is the turn of the developer. `work` runs again on
 * another server if one fails halfway.
 */
export function onSnapshot<T>(
  { call, principal, questions, database }: QueryContext,
  { calendar, statements }: Asked,
  work: (answering: Answering) => Promise<T>,
): Promise<T> {
  const { developerId } = principal;
  const opening = hasDeltasSql(developerId);
  const waitLimit = newWaitLimit(call.gone);
  const answerOn = (server: ReadServer) =>
    Snapshot.use(
      server,
      { semaphore: server.semaphore, statements, opening, waitLimit },
      (snapshot, [hasDeltas]) => {
        // Read here, as the question may have waited: now is the minute in which it is answered.
        const clock = { ...calendar, minute: currentMinute(databaseTime()) };
        return work({ snapshot, hasDeltas: hasDeltas === 't', clock });
      },
    );
  return questions.withPermit(developerId, () => database.onServer(answerOn), waitLimit);
}
