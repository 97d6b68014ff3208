import type { Pool } from 'pg';
import { OutturnError } from '../base/errors.ts';
import { sqlStateOf } from '../base/pg-error.ts';
import { namesOf } from './entity-metadata.ts';
import { schemaNumber } from './migrations/index.ts';
import { RequiredSchemaEntity } from './required-schema.entity.ts';
import { aroundConnect } from './wrap-connect.ts';

type Queryable = { query<Row extends object>(text: string): Promise<{ rows: Row[] }> };

const required = namesOf(RequiredSchemaEntity);
/** SQLSTATE of databases that lack the table. */
const UNDEFINED_TABLE = '42P01';

/** The least schema number that the database requires of a gateway, as last read. */
export class SchemaRequirement {
  #number = 0;

  /** Why this version may not use the database, if it may not. */
  get problem(): string | undefined {
    if (this.#number <= schemaNumber) return undefined;
    return `The database requires schema number ${this.#number}, and this version of Outturn knows ${schemaNumber}. Start a newer version.`;
  }

  /** The same for callers. */
  get refusal(): OutturnError | undefined {
    if (this.#number <= schemaNumber) return undefined;
    return new OutturnError('Server Error', {
      message: 'This gateway is too old for its database. Retry after a second: another gateway may answer.',
      retryAfter: 1,
      cause: new Error(this.problem),
    });
  }

  async read(client: Queryable): Promise<void> {
    try {
      const { rows } = await client.query<{ number: number }>(`select ${required.number} from ${required}`);
      this.#number = rows[0]?.number ?? 0;
    } catch (error) {
      if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
      this.#number = 0;
    }
  }
}

/**
 * A connection that an outdated gateway opens after the number was raised runs no statement. Older connections run theirs
 * until {@link watchSchema} reads the number. The migration has renamed `rollup_deltas`, so those that record, fold or sum
 * fail (decision 019).
 */
export function refuseOutdated(pool: Pool, schema: SchemaRequirement): Pool {
  pool.options.onConnect = (client) => schema.read(client);
  return aroundConnect(pool, (ask, callback) =>
    ask((error, client, done) => {
      const refusal = client && schema.refusal;
      if (!refusal) return callback(error, client, done);
      client.release();
      callback(refusal, undefined, done);
    }),
  );
}
