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
    // MikroORM takes only the address from the URL; pg reads all of it, such as sslmode.
    driverOptions: connectionOf(url),
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

/** How every connection is made. */
export function connectionOf(url: string) {
  return {
    connectionString: withSessionOptions(url),
    application_name: 'outturn',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
}

/** The URL with the session settings that the service's SQL counts on, behind those that it brings. */
function withSessionOptions(url: string): string {
  const parsed = new URL(url);
  const brought = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', `${brought} -c TimeZone=UTC -c DateStyle=ISO`.trim());
  // pg takes a plus sign literally.
  parsed.search = parsed.search.replaceAll('+', '%20');
  return parsed.href;
}
