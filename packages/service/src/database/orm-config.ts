import { Migrator } from '@mikro-orm/migrations';
import { type DriverException, defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { OutturnError } from '../base/errors.ts';
import { connectionOf } from './connection.ts';
import { migrations } from './migrations/index.ts';
import type { DatabaseOptions, Entities } from './options.ts';

type OrmOptions = Pick<DatabaseOptions, 'url' | 'log' | 'longSilence'> & {
  entities: Entities;
  poolSize: number;
  patience: number;
};

/** The MikroORM configuration: explicit entities and migrations, sessions in UTC with ISO dates. */
export function ormConfig({ url, entities, poolSize, patience, longSilence, log }: OrmOptions) {
  return defineConfig({
    driver: Driver,
    clientUrl: url,
    entities: [...entities],
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    forceUtcTimezone: true,
    // MikroORM takes only the address from the URL; pg reads all of it, such as sslmode.
    driverOptions: { ...connectionOf(url), connectionTimeoutMillis: patience, silence: longSilence },
    logger: (message) => log?.(message),
    colors: false,
    // The extension Citus brings views of its own, and migrations alone make triggers.
    schemaGenerator: { skipViews: [/^citus_/], ignoreTriggers: true },
    migrations: {
      migrationsList: [...migrations],
      tableName: 'migrations',
      snapshot: false,
      // Turning foreign keys off takes a superuser, which a hosted PostgreSQL does not give.
      disableForeignKeys: false,
    },
  });
}

/** MikroORM makes every error of a connection one of its own; ours is for the caller as it is. */
class Driver extends PostgreSqlDriver {
  override convertException(error: Error): DriverException {
    if (error instanceof OutturnError) throw error;
    return super.convertException(error);
  }
}
