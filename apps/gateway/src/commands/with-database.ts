import { type Database, migrate } from '@outturn/service';
import { locateDatabase } from '../database-location.ts';
import { readSettings } from '../settings.ts';
import { openDatabase } from './open-database.ts';

/** Runs a command on the product's database, also while a server runs on the embedded one. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const location = await locateDatabase(readSettings(process.env));
  try {
    return await openDatabase(location.directUrl ?? location.url, work);
  } finally {
    await location.release();
  }
}

/** The same, on a database whose schema is current. */
export function withMigratedDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    await migrate(database);
    return work(database);
  });
}
