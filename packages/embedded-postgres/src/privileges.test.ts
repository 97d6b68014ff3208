import { execFile, spawn } from 'node:child_process';
import { chmod, chown, lstat, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanUp, makeFolder, postmasterPid, query, startProcess, waitFor } from './clusters.fixture.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { leftWithSuperuser, objects } from './owned-objects.fixture.ts';
import { loadPostgresBinaries, reachableBinaries } from './postgres-binaries.ts';
import type { ServerAccount } from './server-account.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const secrets = { SESSION_SECRET: 'session-words', METRICS_TOKEN: 'metrics-words', REDIS_URL: 'redis-words' };

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    dataDir = await makeFolder();
    for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
    postgres = await startEmbeddedPostgres({ dataDir });
    vi.unstubAllEnvs();
    return () => postgres.stop();
  });
  afterAll(cleanUp);

  test('serves the application as the owner of its database, who is no superuser', async () => {
    const role = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls from pg_roles
      where rolname = current_user`;
    expect(await query(postgres.url, role)).toBe(false);
    expect(await query(postgres.superuserUrl, role)).toBe(true);
    const owner = 'select datdba::regrole::text from pg_database where datname = current_database()';
    expect(await query(postgres.url, owner)).toBe('outturn_app');
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
    'runs for root as an account of its own, which has no capability',
    async () => {
      const uid = await idOf('outturn-postgres');
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
    const { uid } = await stat(hba);
    expect(uid).toBe(await idOf('outturn-postgres'));
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    const nobody = { uid: await idOf('nobody'), gid: 65_534 };
    for (const command of [
      `cat ${hba}`,
      `echo >> ${hba}`,
      `ls ${dataDir}/postgres`,
      `cat ${dataDir}/postgres.json`,
    ])
      await expect(run('/bin/sh', ['-c', command], nobody)).rejects.toThrow('ermission denied');
  });

  test.runIf(isRoot && isLinux)(
    'is taken over from a version that ran it as nobody, with all that it holds',
    async () => {
      const { port, ids, pid } = await becomeOld();
      const url = postgres.superuserUrl;
      // A gateway of that version goes on under its url, on the same port.
      const lines: string[] = [];
      postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
      const location = /^\/var\/lib\/outturn\/[0-9a-f]{16}$/;
      const folder = dirname(await realpath(join(dataDir, 'postgres')));
      expect(folder).toMatch(location);
      expect(lines).toEqual([
        'restarting PostgreSQL, which runs as another user than outturn-postgres or with a capability',
        `PostgreSQL listens on port ${port}`,
        `the database of ${dataDir} is in ${folder}: a backup needs both`,
      ]);
      expect(postgres.superuserUrl).toBe(url);

      const now = await postmasterPid(dataDir);
      expect(now).not.toBe(pid);
      const uid = await idOf('outturn-postgres');
      const status = await readFile(`/proc/${now}/status`, 'utf8');
      expect(status).toContain(`\nUid:\t${uid}\t`);
      expect(status).toMatch(/^CapEff:\t0+$/m);
      const owners = await Promise.all(
        (await everyFile(folder)).map(async (file) => (await lstat(file)).uid),
      );
      expect(new Set(owners)).toEqual(new Set([0, uid]));
      expect(owners.filter((owner) => owner === 0)).toHaveLength(1);

      expect(await query(postgres.url, 'select b from parted')).toBe('kept');
      expect(
        await query(postgres.url, 'alter table parted add c int; drop schema "Of An Operator" cascade'),
      ).toBe(undefined);
      expect(await query(postgres.url, leftWithSuperuser)).toBe(null);
      expect(JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'))).toMatchObject({
        url: postgres.url,
        id: folder.split('/').at(-1),
      });
      expect(ids.uid).not.toBe(uid);

      // Again without a change, and by one that joins.
      const user = await startProcess(dataDir);
      expect(user.url).toBe(postgres.url);
      expect(await postmasterPid(dataDir)).toBe(now);
      await user.stop();
    },
  );

  test('gives the application what a superuser has made meanwhile, once others let go of it', async () => {
    await query(postgres.superuserUrl, 'create table restored as select 42 as answer');
    await expect(query(postgres.url, 'select answer from restored')).rejects.toThrow('permission denied');
    const holder = new Client({ connectionString: postgres.superuserUrl });
    await holder.connect();
    await holder.query('begin; lock table restored');
    const user = startProcess(dataDir);
    const waiting = "select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'";
    await waitFor(async () => (await query(postgres.superuserUrl, waiting)) === 1);
    await holder.query('commit');
    await holder.end();
    await (await user).stop();
    expect(await query(postgres.url, 'select answer from restored')).toBe(42);
  });

  test('runs no function of the application as superuser', async () => {
    await query(
      postgres.url,
      `create function public.format(text, text, text) returns text language plpgsql as
         $$ begin execute 'alter role outturn_app superuser'; return 'select 1'; end $$;
       alter database outturn set search_path = public, pg_catalog;
       alter database outturn set default_transaction_read_only = on`,
    );
    await query(postgres.superuserUrl, 'begin read write; create table public.bait (); commit');
    await (await startProcess(dataDir)).stop();
    const owner =
      "select tableowner || rolsuper from pg_tables, pg_roles where tablename = 'bait' and rolname = tableowner";
    expect(await query(postgres.url, owner)).toBe('outturn_appfalse');
  });

  test('leaves with the superuser what acts with its rights, and fires no event trigger', async () => {
    await query(
      postgres.superuserUrl,
      `begin read write;
       create function public.guard() returns event_trigger language plpgsql as $$ begin raise 'fired'; end $$;
       create function public.untrusted() returns name language internal as 'current_user';
       revoke all on function public.untrusted() from public;
       create foreign data wrapper wrapper;
       create server server foreign data wrapper wrapper;
       create foreign table public.remote (a int) server server;
       create table public.late ();
       create event trigger guard on ddl_command_start execute function public.guard();
       alter database outturn set role = outturn_app;
       commit`,
    );
    await (await startProcess(dataDir)).stop();
    const owners = `select string_agg(o::text, ',' order by o::text) from (select relowner::regrole from pg_class
      where relname in ('remote', 'late') union all select proowner::regrole from pg_proc
      where proname in ('guard', 'untrusted')) as owners (o)`;
    expect(await query(postgres.url, owners)).toBe('outturn,outturn,outturn,outturn_app');
    await expect(query(postgres.url, 'select public.untrusted()')).rejects.toThrow('permission denied');
    await query(postgres.url, 'begin read write; alter database outturn reset all; commit');
    await query(postgres.superuserUrl, 'drop event trigger guard');
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

  /** Recreates a cluster of the previous version, which ran as nobody in a folder that only root may enter. */
  async function becomeOld() {
    const { superuserUrl } = postgres;
    const maintenance = superuserUrl.replace(/outturn$/, 'postgres');
    await query(maintenance, 'drop database outturn');
    await query(maintenance, 'drop role outturn_app');
    await query(maintenance, 'create database outturn');
    await query(superuserUrl, objects);
    await postgres.stop();

    const file = join(dataDir, 'postgres.json');
    const { port, password } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ url: superuserUrl, port, password, settings: {} }));
    await chmod(dirname(dataDir), 0o700);
    const ids = { uid: await idOf('nobody'), gid: 65_534 };
    for (const path of [...(await everyFile(join(dataDir, 'postgres'))), join(dataDir, 'postgres')])
      await chown(path, ids.uid, ids.gid);
    const { postgres: program } = await loadPostgresBinaries();
    const privileges = ['--clear-groups', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
    const user = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--securebits=+no_setuid_fixup'];
    const server = ['-D', join(dataDir, 'postgres'), '-p', String(port), '-c', 'unix_socket_directories='];
    const child = spawn('setpriv', [...user, ...privileges, '--', program, ...server], {
      detached: true,
      stdio: 'ignore',
      cwd: dataDir,
    });
    await waitFor(async () => (await query(superuserUrl, 'select 1').catch(() => 0)) === 1);
    expect(await readFile(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^CapEff:\t0+2$/m);
    return { port, ids, pid: child.pid };
  }
});

test.runIf(isRoot)('programs that the account cannot reach are copied once for each version', async () => {
  const { postgres } = await loadPostgresBinaries();
  const account: ServerAccount = {
    ids: { uid: await idOf('outturn-postgres'), gid: 0 },
    command: (file, args) => ({ file: file === postgres ? '/bin/false' : file, args, cwd: '/' }),
  };
  const paths = { dataDir: '/nonexistent' };
  const copy = await reachableBinaries(account, paths);
  expect(copy.postgres).toMatch(/^\/var\/lib\/outturn\/binaries\/[\w.-]+\/bin\/postgres$/);
  const { ino, uid, mode } = await stat(copy.postgres);
  expect({ uid, mode: mode & 0o777 }).toEqual({ uid: 0, mode: 0o755 });
  const { stdout } = await run(copy.postgres, ['--version'], { uid: await idOf('nobody'), gid: 65_534 });
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

async function everyFile(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.map((name) => join(folder, name));
}
