import { probePooler, type Sessions } from '@outturn/service';
import type { Settings } from './settings.ts';

type Checked = Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'hasPreparedStatements'>;

const NO_NAMES =
  'Set DATABASE_PREPARED_STATEMENTS=off, or have the pooler keep prepared statements (PgBouncer 1.21 or newer: max_prepared_statements).';

/** With an unsuitable pooler, statements would fail at random and notices never arrive. */
export async function checkPooler({
  databaseUrl,
  databaseDirectUrl,
  hasPreparedStatements,
}: Checked): Promise<void> {
  if (databaseUrl === undefined) return;
  if (databaseDirectUrl === undefined) {
    const direct = await probe('DATABASE_URL', databaseUrl);
    const names = direct.keepPreparedStatements ? '' : ` ${NO_NAMES}`;
    expectSession(direct, {
      name: 'DATABASE_URL',
      hasSettings: true,
      remedy: `Set DATABASE_DIRECT_URL to PostgreSQL itself, beside the DATABASE_URL of the pooler.${names}`,
    });
    return;
  }
  const direct = await probe('DATABASE_DIRECT_URL', databaseDirectUrl);
  expectSession(direct, {
    name: 'DATABASE_DIRECT_URL',
    hasSettings: false,
    remedy: 'It must lead to PostgreSQL itself, or to a pooler that keeps sessions.',
  });
  const pooled = await probe('DATABASE_URL', databaseUrl);
  expectUtc(pooled, 'DATABASE_URL');
  if (hasPreparedStatements && !pooled.keepPreparedStatements) {
    throw new Error(`The pooler of DATABASE_URL does not keep prepared statements. ${NO_NAMES}`);
  }
}

async function probe(name: string, url: string): Promise<Sessions> {
  try {
    return await probePooler(url);
  } catch (cause) {
    throw noSession(name, cause);
  }
}

export function noSession(name: string, cause: unknown): Error {
  // If several addresses failed, the message is empty and only the code is set.
  const { message, code } = cause as Error & { code?: string };
  return new Error(`Cannot connect to ${name}: ${message || code}`, { cause });
}

/** `hasSettings`: whether the connection must keep the settings in its startup packet. */
type Expected = { name: string; hasSettings: boolean; remedy: string };

function expectSession(sessions: Sessions, { name, hasSettings, remedy }: Expected): void {
  expectUtc(sessions, name);
  if (sessions.arePinned && sessions.keepPreparedStatements && (sessions.keepSettings || !hasSettings))
    return;
  const what = sessions.arePinned
    ? 'ignores session settings'
    : 'gives every transaction another session, which loses notices, locks and prepared statements';
  throw new Error(`${name} leads through a pooler that ${what}. ${remedy}`);
}

function expectUtc({ timeZone }: Sessions, name: string): void {
  if (timeZone === 'UTC') return;
  throw new Error(
    `Sessions of ${name} are in the time zone ${timeZone} although UTC was asked for, so a pooler keeps it. ` +
      "Set it for the user of the database: alter role … set timezone = 'UTC'.",
  );
}
