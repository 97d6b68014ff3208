import { type Database, openDatabase } from './database/database.ts';
import type { DatabaseOptions } from './database/options.ts';
import { entitiesOf } from './entities.ts';
import type { AnyRecordKind } from './records/definition/define-record-kind.ts';
import { recordKinds } from './records/record-kinds.ts';

type ConnectOptions = DatabaseOptions & {
  /** Default: those of the product. */
  kinds?: readonly AnyRecordKind[] | undefined;
};

export function connectDatabase({ kinds = recordKinds, ...options }: ConnectOptions): Promise<Database> {
  return openDatabase({ ...options, entities: entitiesOf(kinds) });
}
