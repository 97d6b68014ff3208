import { constants } from 'node:os';
import path from 'node:path';
import {
  createOperator,
  type Database,
  hostOfDatabase,
  migrate,
  nameOfDatabase,
  type Operator,
  scopes,
} from '@outturn/service';
import { type DatabaseLocation, locateDatabase } from '../../process/database-location.ts';
import { openDatabase } from '../../process/open-database.ts';
import { readSettings } from '../../process/settings.ts';
import { tell } from '../print.ts';
import { tellSecurityEvent } from './report-security-event.ts';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const locating = locateDatabase(readSettings(process.env));
  return holdDatabase(locating, async () => openDatabase(await locating, work));
}

/** A signal exits immediately and stops an embedded PostgreSQL that no server uses, as does the end of the work. */
export async function holdDatabase<T>(
  locating: Promise<Pick<DatabaseLocation, 'release'>>,
  work: () => Promise<T>,
): Promise<T> {
  locating.catch(() => undefined);
  const interrupt = (signal: NodeJS.Signals) =>
    void locating
      .then(({ release }) => release())
      .catch(() => undefined)
      .finally(() => process.exit(128 + constants.signals[signal]));
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await work();
  } finally {
    await locating.then(
      ({ release }) => release(),
      () => undefined,
    );
    for (const signal of signals) process.off(signal, interrupt);
  }
}

/** Names the database after a migration, so that a wrong DATABASE_URL is noticed. */
export function withMigratedDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const { ran } = await migrate(database);
    if (ran.length > 0) tell(`Migrated ${describeDatabase()}: ${ran.join(', ')}.\n`);
    return work(database);
  });
}

/** Commands of the service, whose security events are told. */
export function withOperator<T>(work: (operator: Operator) => Promise<T>): Promise<T> {
  return withMigratedDatabase((database) =>
    work(createOperator(database, { scopes, tell: (event) => tellSecurityEvent(database, event) })),
  );
}

function describeDatabase(): string {
  const { databaseUrl, dataDir } = readSettings(process.env);
  if (databaseUrl === undefined) return `the embedded database of ${path.resolve(dataDir)}`;
  return `the database ${nameOfDatabase(databaseUrl)} at ${hostOfDatabase(databaseUrl)}`;
}
