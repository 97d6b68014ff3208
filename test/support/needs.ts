import { chromiumPath } from '../browser/support/chromium-path.ts';
import { citusUrl } from './citus/url.ts';
import { executable } from './executable.ts';
import { hasRequests } from './python.ts';

const isRoot = process.getuid?.() === 0;

/**
 * Programs and servers that some tests need and a machine may lack. Such a test names its need in its `tags`, or in a
 * line `// @module-tag NAME` for the whole file. It is skipped where the need is missing, and the end of the run says for
 * want of what. The filter `*` selects these tests alone: `npm test -- --tags-filter='*'`.
 */
const needs = {
  /** A browser in the PATH or in `CHROMIUM`. */
  Chromium: () => chromiumPath,
  /** The coordinator of `CITUS_URL`. */
  Citus: () => citusUrl,
  PgBouncer: () => executable('pgbouncer'),
  /** The server of `TEST_DATABASE_URL`, and PostgreSQL's own commands. */
  PostgreSQL: () => process.env.TEST_DATABASE_URL && executable('psql') && executable('pg_dump'),
  /** The server of `REDIS_URL`. */
  Redis: () => process.env.REDIS_URL,
  'redis-server': () => executable('redis-server'),
  /** Python with this library. */
  Requests: () => hasRequests(),
  bun: () => executable('bun'),
  deno: () => executable('deno'),
  /** Only root can mount a file system. */
  mount: () => isRoot && executable('mount'),
  nginx: () => executable('nginx') && executable('openssl'),
  openssl: () => executable('openssl'),
  /** Opens a pseudo terminal. The one of macOS takes other arguments. */
  script: () => process.platform === 'linux' && executable('script'),
  /** Only root can start a program as another user. */
  setpriv: () => isRoot && executable('setpriv'),
  'systemd-analyze': () => executable('systemd-analyze'),
} satisfies Record<string, () => unknown>;

type Need = keyof typeof needs;

declare module 'vitest' {
  interface TestTags {
    need: Need;
  }
}

/** Every project of a run loads this file anew, and asking Python takes a while. */
const host = globalThis as { outturnMissing?: Need[] };
host.outturnMissing ??= namesOf(needs).filter((name) => !needs[name]());
const missing = host.outturnMissing;

/** The tags of tests, for the configuration of Vitest. */
export const tags = namesOf(needs).map((name) => (missing.includes(name) ? { name, skip: true } : { name }));

/** The needs of a test that this machine does not meet. */
export const lacking = (names: readonly string[]): Need[] => missing.filter((name) => names.includes(name));

function namesOf<Name extends string>(record: Record<Name, unknown>): Name[] {
  // The names of an object literal are exactly those of its type.
  return Object.keys(record) as Name[];
}
