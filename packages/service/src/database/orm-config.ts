import { Migrator } from '@mikro-orm/migrations';
import { type DriverException, defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { escapeLiteral } from 'pg';
import { OutturnError } from '../base/errors.ts';
import { BoundConnection } from './bound-connection.ts';
import { connectionOf } from './connection.ts';
import { nameOfDatabase } from './database-url.ts';
import { migrations } from './migrations/index.ts';
import type { DatabaseOptions, Entities } from './options.ts';

type OrmOptions = Pick<DatabaseOptions, 'url' | 'log' | 'commandTimeout'> & {
  entities: Entities;
  poolSize: number;
  connectTimeout: number;
};

export function ormConfig({ url, entities, poolSize, connectTimeout, commandTimeout, log }: OrmOptions) {
  return defineConfig({
    driver: Driver,
    // A label: PostgreSQL takes the name of the role where the URL has neither.
    dbName: nameOfDatabase(url) || 'postgres',
    entities: [...entities],
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    forceUtcTimezone: true,
    // `UtcClient` reads the URL: that of MikroORM ignores its parameters, such as `sslmode`.
    driverOptions: {
      ...connectionOf(url),
      connectionTimeoutMillis: connectTimeout,
      answerTimeout: commandTimeout,
    },
    logger: (message) => log?.(message),
    colors: false,
    // Citus adds views, and only migrations create triggers.
    schemaGenerator: { skipViews: [/^citus_/], ignoreTriggers: true },
    migrations: {
      migrationsList: [...migrations],
      tableName: 'migrations',
      snapshot: false,
      // Needs a superuser.
      disableForeignKeys: false,
    },
  });
}

/** Binds values as parameters, keeps our errors unwrapped, and quotes the name of the database, which MikroORM 7.2 pastes into SQL. */
class Driver extends PostgreSqlDriver {
  protected override readonly connection = new BoundConnection(this.config);

  constructor(...options: ConstructorParameters<typeof PostgreSqlDriver>) {
    super(...options);
    const helper = this.platform.getSchemaHelper();
    if (!helper) return;
    helper.getDatabaseExistsSQL = (name) =>
      `select 1 from pg_database where datname = ${escapeLiteral(name)}`;
  }

  override convertException(error: Error): DriverException {
    if (error instanceof OutturnError) throw error;
    return super.convertException(error);
  }
}
