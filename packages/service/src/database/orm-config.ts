import { Migrator } from '@mikro-orm/migrations';
import { type DriverException, defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { OutturnError } from '../base/errors.ts';
import { connectionOf } from './connection.ts';
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
    clientUrl: url,
    entities: [...entities],
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    forceUtcTimezone: true,
    // pg reads the URL's parameters, such as `sslmode`; MikroORM ignores them.
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

/** Keeps our errors unwrapped. */
class Driver extends PostgreSqlDriver {
  override convertException(error: Error): DriverException {
    if (error instanceof OutturnError) throw error;
    return super.convertException(error);
  }
}
