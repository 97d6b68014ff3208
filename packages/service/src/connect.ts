import { type Database, openDatabase } from './database/database.ts';
import type { DatabaseOptions } from './database/options.ts';
import { entities } from './entities.ts';

/** Connects to the service's database. */
export function connectDatabase(options: DatabaseOptions): Promise<Database> {
  return openDatabase({ ...options, entities });
}
