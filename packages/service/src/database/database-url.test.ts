import { describe, expect, test } from 'vitest';
import { hostOfDatabase, nameOfDatabase, problemOfDatabaseUrl, readDatabaseUrl } from './database-url.ts';

test.each([
  'postgres://db.example.com',
  'postgresql://role:secret@db.example.com:5432/outturn?sslmode=verify-full&application_name=a',
  'postgres://role:p%40ss%2F%23%25@127.0.0.1/outturn',
  'postgres://role@[::1]:5433/outturn',
  'postgres:///outturn?host=/var/run/postgresql',
  'postgres://role:secret@/outturn?host=/var/run/postgresql&port=5433',
  'postgres://%2Fvar%2Frun%2Fpostgresql/outturn',
  'postgres://role@host/outturn?options=-c%20search_path%3Da&sslrootcert=/no/such/file&sslmode=verify-ca',
  'postgres://role@host/outturn?sslmode=require&channel_binding=require',
  'postgres://role@host/a?application_name=a@b',
])('%s is read', (url) => {
  expect(problemOfDatabaseUrl(url)).toBeUndefined();
});

describe('the problem of a URL says what to write, and repeats nothing of it', () => {
  const cannotBeRead = /^is a URL that cannot be read\. .*# as %23, \/ as %2F/;
  test.each([
    ['host=db.example.com dbname=outturn', /^must be a postgres:\/\/ URL, such as postgres:\/\//],
    ['mysql://db.example.com/outturn', /^must be a postgres:\/\/ URL/],
    ['postgres://role:hidden#1@db.example.com/outturn', cannotBeRead],
    ['postgres://role:hidden/1@db.example.com/outturn', cannotBeRead],
    ['postgres://role:hidden?1@db.example.com/outturn', cannotBeRead],
    ['postgres://role:100%hidden@db.example.com/outturn', cannotBeRead],
    ['postgres://role:12#hidden', cannotBeRead],
    ['postgres://role@db.example.com:port/outturn', cannotBeRead],
    ['postgres://role:hidden@one:5432,two:5432/outturn', /^names several hosts, .*DATABASE_REPLICA_URLS$/],
    ['postgres://one,two/outturn', /^names several hosts/],
    ['postgres:///outturn?host=one,two', /^names several hosts/],
    [
      'postgres://db.example.com/outturn?sslmode=no-verify',
      /^has an unknown sslmode\. Use one of disable, allow/,
    ],
    ['postgres://db.example.com/outturn?sslmode=verify-ca', /^has sslmode=verify-ca without sslrootcert/],
    [
      'postgres://db.example.com/a?sslmode=require&sslrootcert=system',
      /^has sslrootcert=system with a weaker/,
    ],
    ['postgres://db.example.com/outturn?ssl=maybe', /^has an unknown value of ssl/],
  ])('%s', (url, problem) => {
    expect(problemOfDatabaseUrl(url)).toMatch(problem);
    expect(problemOfDatabaseUrl(url)).not.toMatch(/hidden|example\.com\/outturn$/);
  });
});

test.each([
  ['postgres://role@db.example.com:5433/outturn', 'db.example.com:5433', 'outturn'],
  ['postgres://role@db.example.com/', 'db.example.com', 'role'],
  ['postgres://role@[::1]:5433/a%20b', '[::1]:5433', 'a b'],
  ['postgres://role@/outturn?host=/var/run/postgresql', '/var/run/postgresql', 'outturn'],
  ['postgres://%2Fvar%2Frun/outturn', '/var/run', 'outturn'],
  ['postgres:///outturn', 'localhost', 'outturn'],
])('%s is named %s and %s', (url, host, name) => {
  expect([hostOfDatabase(url), nameOfDatabase(url)]).toEqual([host, name]);
});

test('only connections that may leave this machine are encrypted unless the URL says more', () => {
  const isEncrypted = (url: string) => {
    const { ssl, isTlsOptional } = readDatabaseUrl(url);
    return ssl === false ? 'never' : isTlsOptional ? 'if possible' : 'always';
  };
  expect(isEncrypted('postgres://db.example.com/a')).toBe('if possible');
  expect(isEncrypted('postgres://db.example.com/a?sslrootcert=system')).toBe('always');
  expect(isEncrypted('postgres://db.example.com/a?ssl=true')).toBe('always');
  for (const host of ['localhost', '127.0.0.1', '[::1]', '', '%2Fvar%2Frun'])
    expect(isEncrypted(`postgres://${host}/a`)).toBe('never');
  expect(isEncrypted('postgres://localhost/a?sslmode=require')).toBe('always');
  expect(isEncrypted('postgres://%2Fvar%2Frun/a?sslmode=require')).toBe('never');
});
