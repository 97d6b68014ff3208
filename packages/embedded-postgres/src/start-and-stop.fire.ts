import { execFile } from 'node:child_process';
import { chmod, chown, cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp, makeFolder, postmasterPid, query, startProcess } from './clusters.fixture.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';
import { availableMemory, sharedBuffers } from './shared-buffers.ts';

afterEach(cleanUp);

describe('one user', () => {
  test('starts in a new folder, given relatively and with a space in its name, and stops', async () => {
    const dataDir = await makeFolder('a folder');
    const settings = { work_mem: '5MB' };
    const cluster = await startEmbeddedPostgres({ dataDir: relative(process.cwd(), dataDir), settings });

    expect(cluster.url).toMatch(/^postgres:\/\/outturn_app:[\w-]{32}@127\.0\.0\.1:\d+\/outturn$/);
    expect(await query(cluster.url, 'SHOW work_mem')).toBe('5MB');
    expect(await query(cluster.url, 'SHOW listen_addresses')).toBe('127.0.0.1');
    expect(await query(cluster.url, 'SHOW fsync')).toBe('on');
    const buffers = "SELECT pg_size_bytes(current_setting('shared_buffers')) = pg_size_bytes($$SIZE$$)";
    expect(await query(cluster.url, buffers.replace('SIZE', sharedBuffers(availableMemory())))).toBe(true);
    expect(await query(cluster.url, 'SHOW data_checksums')).toBe('on');
    expect(await query(cluster.url, "SELECT upper('é')")).toBe('É');
    await expect(query(cluster.url.replace(/:[\w-]{32}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password',
    );
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
    const stored = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
    expect(stored.url).toBe(cluster.url);

    await cluster.stop();
    await cluster.stop();
    expect(await postmasterPid(dataDir)).toBe(0);
  });

  test('starts again under the same url with its data', async () => {
    const dataDir = await makeFolder();
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();

    const second = await startEmbeddedPostgres({ dataDir });
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT answer FROM kept')).toBe(42);
    await second.stop();
  });

  test('refuses what it cannot serve, and says what to do', async () => {
    const dataDir = await makeFolder();
    await expect(startEmbeddedPostgres({ dataDir, settings: { Port: '1' } })).rejects.toThrow('Port');
    await expect(loadPostgresBinaries('plan9-mips')).rejects.toThrow('Set DATABASE_URL');

    const cluster = await startEmbeddedPostgres({ dataDir });
    await cluster.stop();
    const unknown = startEmbeddedPostgres({ dataDir, settings: { no_such_setting: '1' } });
    await expect(unknown).rejects.toThrow('unrecognized configuration parameter "no_such_setting"');

    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/written by PostgreSQL 17.*Dump/);
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    const stored = await readFile(join(dataDir, 'postgres.json'), 'utf8');
    await rm(join(dataDir, 'postgres.json'));
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('postgres.json is missing');
    await writeFile(join(dataDir, 'postgres.json'), stored);
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /postgres is missing, although .+ describes it\. Restore it, or delete that file/,
    );
  });
});

describe('several users', () => {
  test('attach, and the last one to leave stops it, even if the starter left first', async () => {
    const folder = await makeFolder();
    const starter = await startProcess(folder);
    const pid = await postmasterPid(folder);
    const second = await startProcess(folder);
    expect(second.url).toBe(starter.url);

    await starter.stop();
    expect(await postmasterPid(folder)).toBe(pid);
    expect(await query(second.url, 'SELECT 1')).toBe(1);
    await second.stop();
    expect(await postmasterPid(folder)).toBe(0);
  });

  test('may all start first at the same time', async () => {
    const folder = await makeFolder();
    const users = await Promise.all([1, 2, 3].map(() => startProcess(folder)));
    expect(new Set(users.map(({ url }) => url)).size).toBe(1);
    await Promise.all(users.map((user) => user.stop()));
    expect(await postmasterPid(folder)).toBe(0);
  });

  test('may start while the last one stops', async () => {
    const dataDir = await makeFolder();
    let current = await startEmbeddedPostgres({ dataDir });
    for (let round = 0; round < 5; round++) {
      const [next] = await Promise.all([startEmbeddedPostgres({ dataDir }), current.stop()]);
      expect(await query(next.url, 'SELECT 1')).toBe(1);
      current = next;
    }
    await current.stop();
    expect(await postmasterPid(dataDir)).toBe(0);
  });

  test('do not confuse a copied folder with the running original', async () => {
    const dataDir = await makeFolder();
    const original = await startEmbeddedPostgres({ dataDir });
    await query(original.superuserUrl, 'CHECKPOINT');
    const copyDir = await makeFolder();
    await promisify(execFile)('cp', ['-a', dataDir, copyDir]);

    const copy = await startEmbeddedPostgres({ dataDir: copyDir });
    expect(copy.url).not.toBe(original.url);
    expect(await query(copy.superuserUrl, 'SHOW data_directory')).toBe(join(copyDir, 'postgres'));
    await copy.stop();
    expect(await query(original.url, 'SELECT 1')).toBe(1);
    await original.stop();
  });
});

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  test('in a folder that only root may enter, it is elsewhere, for this folder alone', async () => {
    const dataDir = await makeFolder('data', { isClosed: true });
    const lines: string[] = [];
    const first = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
    const cluster = await findEmbeddedPostgres(dataDir);
    expect(cluster).toMatch(/^\/var\/lib\/outturn\/[0-9a-f]{16}\/postgres$/);
    expect(lines).toContain(`the database is in ${cluster}, so a copy of ${dataDir} does not contain it`);
    expect(await query(first.superuserUrl, 'SHOW data_directory')).toBe(cluster);
    expect(await readdir(dataDir)).not.toContain('postgres');
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');

    const copied = await makeFolder('copied');
    await cp(dataDir, copied, { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir: copied })).rejects.toThrow(
      `is a copy of ${dataDir} without`,
    );
    const joined = await startProcess(dataDir);
    expect(joined.url).toBe(first.url);
    await first.stop();
    await joined.stop();
    expect(await postmasterPid(dataDir)).toBe(0);
    await expect(startEmbeddedPostgres({ dataDir: copied })).rejects.toThrow(
      `is a copy of ${dataDir} without`,
    );

    const renamed = await makeFolder('renamed', { isClosed: true });
    await rename(dataDir, renamed);
    const again = await startEmbeddedPostgres({ dataDir: renamed });
    expect(await query(again.url, 'SELECT answer FROM kept')).toBe(42);
    await again.stop();
    // Another user could have put the id there, so the error must not say that the cluster should be given away.
    await chown(renamed, 65_534, 65_534);
    await expect(startEmbeddedPostgres({ dataDir: renamed })).rejects.toThrow(
      `Give ${renamed} back to its former owner`,
    );
    await chown(renamed, 0, 0);
    await rm(cluster ?? '', { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir: renamed })).rejects.toThrow(
      `${cluster} is missing, although ${renamed}/postgres.json describes it.`,
    );
  });

  test('in a folder that is closed later, it stays and is started after the folder is opened', async () => {
    const dataDir = await makeFolder();
    await (await startEmbeddedPostgres({ dataDir })).stop();
    await chmod(dirname(dataDir), 0o700);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`(\`chmod o+x ${dirname(dataDir)}\`)`);
    await chmod(dirname(dataDir), 0o711);
    await chmod(dataDir, 0o700);
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });

  test('in a folder of an ordinary user, both share one server, which runs as that user', async () => {
    const nobody = { uid: 65_534, gid: 65_534 };
    const dataDir = await makeFolder('data', { owner: nobody });
    const created = await startEmbeddedPostgres({ dataDir });
    await query(created.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const pid = await postmasterPid(dataDir);
    expect((await stat(`/proc/${pid}`)).uid).toBe(nobody.uid);
    const owner = await startProcess(dataDir, nobody);
    expect(owner.url).toBe(created.url);
    await created.stop();
    expect(await postmasterPid(dataDir)).toBe(pid);
    await owner.stop();
    expect(await postmasterPid(dataDir)).toBe(0);

    const starter = await startProcess(dataDir, nobody);
    const joined = await startEmbeddedPostgres({ dataDir });
    expect(await query(joined.url, 'SELECT answer FROM kept')).toBe(42);
    await starter.kill();
    await joined.stop();
    expect(await postmasterPid(dataDir)).toBe(0);
  });

  test('in a folder of root, it is refused to an ordinary user', async () => {
    const dataDir = await makeFolder();
    await (await startEmbeddedPostgres({ dataDir })).stop();
    await expect(startProcess(dataDir, { uid: 65_534, gid: 65_534 })).rejects.toThrow(
      'cannot hold a database (EACCES: permission denied',
    );
  });
});
