import { connectDatabase, type Database } from '@outturn/service';
import { noSession } from './check-pooler.ts';
import type { DatabaseLocation } from './database-location.ts';

/** Connects directly, bypassing a pooler, for the duration of `work`. */
export async function openDatabase<T>(
  { url, directUrl, name }: DatabaseLocation,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await connectDatabase({ url: directUrl ?? url }).catch((cause: unknown) => {
    throw noSession(name, cause);
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
