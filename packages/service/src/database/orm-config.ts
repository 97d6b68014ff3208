import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import type { DatabaseOptions } from './database.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';

/** The MikroORM configuration: explicit entities and migrations, sessions in UTC with ISO dates. */
export function ormConfig({ url, poolSize = 12, log }: DatabaseOptions) {
  return defineConfig({
    clientUrl: url,
    entities,
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    forceUtcTimezone: true,
    driverOptions: {
      options: '-c TimeZone=UTC -c DateStyle=ISO',
      application_name: 'outturn',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    },
    logger: (message) => log?.(message),
    colors: false,
    migrations: {
      migrationsList: [...migrations],
      tableName: 'migrations',
      snapshot: false,
      // Turning foreign keys off takes a superuser, which a hosted PostgreSQL does not give.
      disableForeignKeys: false,
    },
  });
}
