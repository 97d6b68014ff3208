import { type Database, openDatabase } from './database/database.ts';
import { measureClock } from './database/measure-clock.ts';
import type { DatabaseOptions } from './database/options.ts';
import { entitiesOf } from './entities.ts';
import { type Model, product } from './model.ts';

type ConnectOptions = DatabaseOptions & {
  /** Default: the product's. */
  model?: Pick<Model, 'dimensions' | 'kinds'> | undefined;
};

export async function connectDatabase({ model = product, ...options }: ConnectOptions): Promise<Database> {
  const database = await openDatabase({ ...options, entities: entitiesOf(model) });
  try {
    // On the connection that is open already.
    await measureClock(database.rows, options.observer);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
