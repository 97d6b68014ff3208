import { connectDatabase, type Database } from '@outturn/service';

/** Connects to a database for one piece of work. */
export async function openDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ url });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
