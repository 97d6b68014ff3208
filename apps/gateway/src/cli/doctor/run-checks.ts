import { setTimeout as sleep } from 'node:timers/promises';
import { isUnanswered } from '@outturn/service';
import { redact } from '../../observability/redact.ts';
import { type Check, error, type Finding, type Installation, type Level } from './check.ts';

/** One line of the output. */
export type Line = { level: Level; check: string; finding: string };

/** Milliseconds; the checks run side by side. */
const LIMIT = 8_000;

const LOCKED =
  "Another session may hold a lock. Find it with: select pid, query from pg_locks join pg_stat_activity using (pid) where mode = 'AccessExclusiveLock'; and end it.";

export async function runChecks(checks: readonly Check[], installation: Installation): Promise<Line[]> {
  const found = await Promise.all(
    checks.map(async (check) => {
      const findings = await Promise.race([
        check.run(installation).catch(({ message }: Error): Finding[] => [error(message)]),
        sleep(LIMIT, [error(`There was no result within ${LIMIT / 1000} seconds.`)], { ref: false }),
      ]);
      return findings.map(({ level, message }) => ({
        level,
        check: check.name,
        finding: redact(isUnanswered(message) ? `${message}. ${LOCKED}` : message).replaceAll(
          /\s*\n\s*/g,
          ' ',
        ),
      }));
    }),
  );
  return found.flat();
}
