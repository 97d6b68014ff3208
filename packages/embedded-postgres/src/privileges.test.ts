import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanUp, makeFolder, postmasterPid, query, startProcess } from './clusters.fixture.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { loadPostgresBinaries, reachableBinaries } from './postgres-binaries.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';
import type { UserIds } from './system-account.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const secrets = { SESSION_SECRET: 'session-words', METRICS_TOKEN: 'metrics-words', REDIS_URL: 'redis-words' };

/** Neither the owner of a folder below nor the system account. */
const stranger = { uid: 54_321, gid: 54_321 };
const folders: [string, UserIds | undefined][] = isRoot
  ? [
      ['root', undefined],
      ['an ordinary user', { uid: await idOf('nobody'), gid: 65_534 }],
    ]
  : [['this user', undefined]];

describe.each(folders)('the embedded PostgreSQL in a folder of %s', (_, owner) => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  async function start(): Promise<void> {
    for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
    postgres = await startEmbeddedPostgres({ dataDir });
    vi.unstubAllEnvs();
  }
  beforeAll(async () => {
    dataDir = await makeFolder('data', { owner });
    await start();
    return () => postgres.stop();
  });
  afterAll(cleanUp);

  describe.each(['new', 'started again'])('%s', (state) => {
    beforeAll(async () => {
      if (state === 'new') return;
      await postgres.stop();
      await start();
    });

    test('serves the application as the owner of its database, who is no superuser', async () => {
      const role = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls from pg_roles
        where rolname = current_user`;
      expect(await query(postgres.url, role)).toBe(false);
      expect(await query(postgres.superuserUrl, role)).toBe(true);
      const databaseOwner =
        'select datdba::regrole::text from pg_database where datname = current_database()';
      expect(await query(postgres.url, databaseOwner)).toBe('outturn_app');
      for (const [sql, refusal] of [
        ["select pg_read_file('/etc/passwd')", 'permission denied for function pg_read_file'],
        ["copy (select 1) to program 'id'", 'permission denied to COPY to or from an external program'],
        ["copy (select 1) to '/tmp/outturn'", 'permission denied to COPY to a file'],
        ["alter system set log_statement = 'all'", 'permission denied to set parameter'],
        ['set role outturn', 'permission denied to set role'],
        ['select from pg_authid', 'permission denied for table pg_authid'],
      ] as const) {
        await expect(query(postgres.url, sql)).rejects.toThrow(refusal);
      }
    });

    test.runIf(isLinux)('gets none of the application’s secrets in its environment', async () => {
      const [postmaster = '', ...children] = await Promise.all(
        // One of them may have ended.
        (await processesOf(await postmasterPid(dataDir))).map((pid) =>
          readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
        ),
      );
      const names = postmaster.split('\0').flatMap((entry) => entry.split('=')[0] || []);
      expect(names.filter((name) => !/^(TMPDIR|LD_LIBRARY_PATH)$/.test(name)).sort()).toEqual([
        'LC_ALL',
        'PATH',
        'TZ',
      ]);
      expect(children.join()).not.toMatch(new RegExp(Object.values(secrets).join('|')));
    });

    test.runIf(isRoot && isLinux)(
      'runs as the owner of the folder, or as an account of its own, without a capability',
      async () => {
        const uid = owner?.uid ?? (await idOf('outturn-postgres'));
        const pids = await processesOf(await postmasterPid(dataDir));
        expect(pids.length).toBeGreaterThan(3);
        for (const pid of pids) {
          const status = await readFile(`/proc/${pid}/status`, 'utf8');
          expect(status).toContain(`\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\n`);
          expect(status.match(/^Cap(Inh|Prm|Eff|Amb):\t0+$/gm)).toHaveLength(4);
          expect(status).toMatch(/^Groups:\s*$/m);
        }
      },
    );

    test.runIf(isRoot)('lets no other user read or change its files', async () => {
      const hba = join(dataDir, 'postgres/pg_hba.conf');
      expect((await stat(hba)).uid).toBe(owner?.uid ?? (await idOf('outturn-postgres')));
      expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
      for (const command of [
        `cat ${hba}`,
        `echo >> ${hba}`,
        `ls ${dataDir}/postgres`,
        `cat ${dataDir}/postgres.json`,
      ])
        await expect(run('/bin/sh', ['-c', command], stranger)).rejects.toThrow('ermission denied');
    });
  });

  test('runs no code of the application as superuser', async () => {
    await query(
      postgres.url,
      `create function public.pg_try_advisory_lock_shared(int) returns boolean language plpgsql as
         $$ begin execute 'alter role outturn_app superuser'; return true; end $$;
       create function public.current_setting(text) returns text language plpgsql as
         $$ begin execute 'alter role outturn_app superuser'; return ''; end $$;
       alter database outturn set search_path = public, pg_catalog;
       alter role outturn_app set search_path = public, pg_catalog;
       alter database outturn set default_transaction_read_only = on`,
    );
    await (await startProcess(dataDir)).stop();
    expect(
      await query(postgres.url, 'select rolsuper from pg_catalog.pg_roles where rolname = current_user'),
    ).toBe(false);
    await query(postgres.url, 'begin read write; alter database outturn reset all; commit');
  });

  test.each(['nope', '$libdir/plugins/nope'])(
    'starts although the application cannot load %s',
    async (library) => {
      await query(
        postgres.url,
        `alter database outturn set local_preload_libraries = '${library}';
       alter role outturn_app set local_preload_libraries = '${library}'`,
      );
      await expect(query(postgres.url, 'select 1')).rejects.toThrow('nope');
      await (await startProcess(dataDir)).stop();
      expect(await query(postgres.url, 'select 1')).toBe(1);
    },
  );

  test('is stopped after a start that failed, unless others use it', async () => {
    await query(postgres.url, 'alter database outturn connection limit 0');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('too many connections');
    expect(await postmasterPid(dataDir)).not.toBe(0);
    await postgres.stop();
    expect(await postmasterPid(dataDir)).toBe(0);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('too many connections');
    expect(await postmasterPid(dataDir)).toBe(0);
  });
});

describe.runIf(isRoot)('root in a folder of an ordinary user', () => {
  const owner = { uid: 65_534, gid: 0 };
  let dataDir: string;
  let ofRoot: string;
  beforeAll(async () => {
    dataDir = await makeFolder('data', { owner });
    ofRoot = join(dataDir, 'postgres.partial-0123');
    await mkdir(ofRoot);
    await writeFile(join(ofRoot, 'file'), '');
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });
  afterAll(cleanUp);

  test('makes and removes only what that user could, which keeps root from following links', async () => {
    const names = await readdir(dataDir, { recursive: true });
    const owners = await Promise.all(names.map(async (name) => (await lstat(join(dataDir, name))).uid));
    expect(
      names.filter((_, index) => owners[index] !== owner.uid).map((name) => join(dataDir, name)),
    ).toEqual([ofRoot, join(ofRoot, 'file')]);
  });

  test('starts nothing with the group of the folder, which may be that of root', async () => {
    expect((await chooseServerAccount({ dataDir })).ids).toEqual({ uid: 65_534, gid: 65_534 });
  });

  test('uses no cluster of another user', async () => {
    await run('chown', ['-R', '1', join(dataDir, 'postgres')]);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `${dataDir}/postgres belongs to another user than the owner of ${dataDir}, as which root runs PostgreSQL. Give it`,
    );
  });

  test('refuses an owner whom the system does not know', async () => {
    const folder = await makeFolder('data', { owner: stranger });
    await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(
      `${folder} belongs to user 54321, as which root would run PostgreSQL, but which has no entry in /etc/passwd.`,
    );
  });
});

test.runIf(isRoot)('programs that the account cannot reach are copied once for each version', async () => {
  const { postgres } = await loadPostgresBinaries();
  const account: ServerAccount = {
    name: 'outturn-postgres',
    ids: { uid: await idOf('outturn-postgres'), gid: 0 },
    command: (file, args) => ({ file: file === postgres ? '/bin/false' : file, args, cwd: '/' }),
  };
  const paths = { dataDir: '/nonexistent' };
  const copy = await reachableBinaries(account, paths);
  expect(copy.postgres).toMatch(/^\/var\/lib\/outturn\/binaries\/[\w.-]+\/bin\/postgres$/);
  const { ino, uid, mode } = await stat(copy.postgres);
  expect({ uid, mode: mode & 0o777 }).toEqual({ uid: 0, mode: 0o755 });
  const { stdout } = await run(copy.postgres, ['--version'], stranger);
  expect(stdout).toContain('PostgreSQL');
  expect(await reachableBinaries(account, paths)).toEqual(copy);
  expect((await stat(copy.postgres)).ino).toBe(ino);
});

async function processesOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').map(Number)];
}

async function idOf(user: string): Promise<number> {
  return Number((await run('id', ['-u', user])).stdout);
}
