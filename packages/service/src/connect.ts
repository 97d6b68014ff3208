import { type Database, openDatabase } from './database/database.ts';
import { measureClock } from './database/measure-clock.ts';
import type { DatabaseOptions } from './database/options.ts';
import { entitiesOf } from './entities.ts';
import type { AnyRecordKind } from './records/definition/define-record-kind.ts';
import { recordKinds } from './records/record-kinds.ts';

type ConnectOptions = DatabaseOptions & {
  /** Default: those of the product. */
  kinds?: readonly AnyRecordKind[] | undefined;
};

export async function connectDatabase({
  kinds = recordKinds,
  ...options
}: ConnectOptions): Promise<Database> {
  const database = await openDatabase({ ...options, entities: entitiesOf(kinds) });
  try {
    // On the connection that is open already.
    await measureClock(database.rows, options.observer);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
