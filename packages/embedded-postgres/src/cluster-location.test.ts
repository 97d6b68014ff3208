import { randomUUID } from 'node:crypto';
import { existsSync, readlinkSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  type statfs,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocation, LOCATIONS, linkedId, locationOf } from './cluster-location.ts';
import { type ClusterPaths, prepareClusterPaths } from './cluster-paths.ts';
import { type Connection, readConnection, saveConnection } from './connection-file.ts';
import { restoreFileSystem, spyOnFileSystem } from './file-system.fixture.ts';
import { moveToLocation } from './move-cluster.ts';
import { settleLocation } from './settle-location.ts';

const isRoot = process.getuid?.() === 0;
// Another file system than that of the locations, where there is one.
const parents = [tmpdir(), '/dev/shm'].filter((parent) => existsSync(parent));

const EXT4 = 0xef53;
const OVERLAYFS = 0x794c7630;
const TMPFS = 0x01021994;

/** Answers for the file system of the locations. */
function locationsAreOn(type: number, bavail = 2 ** 30): void {
  const answer = { type, bavail, bsize: 4096 } as Awaited<ReturnType<typeof statfs>>;
  spyOnFileSystem('statfs').mockResolvedValue(answer);
}

describe.runIf(isRoot).each(parents)('a cluster in a data directory in %s', (parent) => {
  let folder: string;
  let paths: ClusterPaths;
  let connection: Connection;
  let content: string;
  const said: string[] = [];
  const log = (line: string) => void said.push(line);

  beforeEach(async () => {
    said.length = 0;
    locationsAreOn(EXT4);
    folder = await mkdtemp(join(parent, 'outturn-location-'));
    ({ paths, connection, content } = await makeCluster('data'));
  });
  afterEach(async () => {
    restoreFileSystem();
    for (const id of await readdir(LOCATIONS).catch(() => [])) {
      const owner = await readFile(locationOf(id).owner, 'utf8').catch(() => '');
      if (owner.startsWith(folder)) await rm(locationOf(id).folder, { recursive: true });
    }
    await rm(folder, { recursive: true });
  });

  async function makeCluster(name: string) {
    const made = await prepareClusterPaths(join(folder, name));
    const text = randomUUID();
    await mkdir(join(made.cluster, 'base/1'), { recursive: true });
    await writeFile(join(made.cluster, 'PG_VERSION'), '18\n');
    await writeFile(join(made.cluster, 'base/1/1'), text);
    await symlink('/nowhere', join(made.cluster, 'base/link'));
    return {
      paths: made,
      content: text,
      connection: await saveConnection(made, { port: 20_000, password: 'p', settings: {} }),
    };
  }

  const contentNow = () => readFile(join(paths.cluster, 'base/1/1'), 'utf8');
  const settle = async () => settleLocation(paths, (await readConnection(paths)) as Connection, log);
  const locationsHere = async () => {
    const owners = (await readdir(LOCATIONS)).map((id) =>
      readFile(locationOf(id).owner, 'utf8').catch(() => ''),
    );
    return (await Promise.all(owners)).filter((owner) => owner === paths.dataDir).length;
  };

  test('moves to a location of its own, which the connection file and a link name', async () => {
    const { id = '' } = await moveToLocation(paths, connection);
    expect((await readConnection(paths))?.id).toBe(id);
    expect(readlinkSync(paths.cluster)).toBe(locationOf(id).cluster);
    expect(await contentNow()).toBe(content);
    expect(readlinkSync(join(paths.cluster, 'base/link'))).toBe('/nowhere');
    expect((await readdir(paths.dataDir)).sort()).toEqual(['postgres', 'postgres.json']);
    expect((await lstat(locationOf(id).folder)).mode & 0o777).toBe(0o711);
    expect((await settle()).id).toBe(id);
  });

  test('stays whole when its move was killed before the location had it', async () => {
    const { id = '' } = await createLocation(paths, connection);
    await mkdir(join(locationOf(id).partial, 'base'), { recursive: true });
    expect((await settle()).id).toBe(undefined);
    expect(await contentNow()).toBe(content);
    expect(await locationsHere()).toBe(0);
    await moveToLocation(paths, await settle());
    expect(await contentNow()).toBe(content);
    expect(await locationsHere()).toBe(1);
  });

  test('is found when its move was killed between the steps that put it into the location', async () => {
    const { id = '' } = await createLocation(paths, connection);
    await cp(paths.cluster, locationOf(id).partial, { recursive: true, verbatimSymlinks: true });
    await rename(paths.cluster, join(paths.dataDir, 'postgres.moved'));
    expect((await settle()).id).toBe(id);
    expect(await contentNow()).toBe(content);
    expect((await readdir(paths.dataDir)).sort()).toEqual(['postgres', 'postgres.json']);

    await rm(paths.cluster);
    await settle();
    expect(await contentNow()).toBe(content);
  });

  test('is found when an older version has rewritten the connection file', async () => {
    const { id } = await moveToLocation(paths, connection);
    await saveConnection(paths, { ...connection, id: undefined });
    expect((await settle()).id).toBe(id);
    expect((await readConnection(paths))?.id).toBe(id);
  });

  test('is never created again when it is missing', async () => {
    const { id = '' } = await moveToLocation(paths, connection);
    await rm(locationOf(id).folder, { recursive: true });
    await expect(settle()).rejects.toThrow(
      `The database of ${paths.dataDir} is missing: it was in ${locationOf(id).cluster}. Restore that folder, or`,
    );
  });

  test('is not shared with a copy of the data directory, but follows one that was renamed', async () => {
    await moveToLocation(paths, connection);
    const original = paths;
    await cp(original.dataDir, join(folder, 'copy'), { recursive: true, verbatimSymlinks: true });
    paths = await prepareClusterPaths(join(folder, 'copy'));
    await expect(settle()).rejects.toThrow(
      `${paths.dataDir} is a copy of ${original.dataDir} without its database`,
    );

    await rm(original.dataDir, { recursive: true });
    await settle();
    expect(await contentNow()).toBe(content);
    expect(await locationsHere()).toBe(1);
  });

  test('is used in the data directory when a backup brought it back there', async () => {
    const { id = '' } = await moveToLocation(paths, connection);
    const backup = await makeCluster('backup');
    await rm(paths.cluster);
    await rename(backup.paths.cluster, paths.cluster);
    expect((await settle()).id).toBe(undefined);
    expect(await contentNow()).toBe(backup.content);
    expect(said).toEqual([`${paths.cluster} is used from now on, and ${locationOf(id).folder} no longer`]);
  });

  if (statSync(parent).dev !== statSync('/var/lib', { throwIfNoEntry: false })?.dev) {
    test('stays when it would move to storage that a container loses', async () => {
      await chmod(paths.dataDir, 0o700);
      for (const [type, name] of [
        [OVERLAYFS, 'overlayfs'],
        [TMPFS, 'tmpfs'],
      ] as const) {
        locationsAreOn(type);
        await expect(moveToLocation(paths, connection)).rejects.toThrow(
          `/var/lib/outturn is on ${name}, which is lost with this container or machine. Mount a volume at ` +
            `/var/lib/outturn, or let other users pass the folders of DATA_DIR (\`chmod o+x ${folder} ${paths.dataDir}\`).`,
        );
        await expect(createLocation(paths, connection)).rejects.toThrow('Mount a volume');
      }
      expect(await readConnection(paths)).toEqual(connection);
      expect(await contentNow()).toBe(content);
      expect(await locationsHere()).toBe(0);
    });

    test('stays usable when there is no space for its copy', async () => {
      const owner = { uid: 54_321, gid: 54_322 };
      for (const path of [paths.cluster, join(paths.cluster, 'PG_VERSION')])
        await chown(path, owner.uid, owner.gid);
      const expectRefusal = async (reason: string) => {
        const moving = moveToLocation(paths, connection);
        await expect(moving).rejects.toThrow(
          `The database of ${paths.dataDir} cannot move to /var/lib/outturn/`,
        );
        await expect(moving).rejects.toThrow(`${reason}). It stays in ${paths.cluster}. Make space in`);
        expect(await lstat(paths.cluster)).toMatchObject(owner);
        expect(await lstat(join(paths.cluster, 'PG_VERSION'))).toMatchObject(owner);
        expect(await readConnection(paths)).toEqual(connection);
        expect(await locationsHere()).toBe(0);
      };

      locationsAreOn(EXT4, 0);
      await expectRefusal('it needs 1 MB, and 0 MB are free there');
      locationsAreOn(EXT4);
      spyOnFileSystem('cp').mockRejectedValueOnce(
        Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }),
      );
      await expectRefusal('ENOSPC: no space left');

      await moveToLocation(paths, await settle());
      expect(await contentNow()).toBe(content);
    });
  } else {
    test('moves within one file system of any kind', async () => {
      locationsAreOn(OVERLAYFS);
      await moveToLocation(paths, connection);
      expect(await contentNow()).toBe(content);
    });
  }

  test('is in no location where the link leads to another folder there', async () => {
    await rm(paths.cluster, { recursive: true });
    for (const name of ['binaries', '0123456789abcdeF', '0123456789abcdef/postgres']) {
      await symlink(join(LOCATIONS, name, 'postgres'), paths.cluster);
      expect(await linkedId(paths)).toBe(undefined);
      await rm(paths.cluster);
    }
  });

  test('stays in a folder that the operator has chosen', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await rename(paths.cluster, elsewhere);
    await symlink(elsewhere, paths.cluster);
    expect((await settle()).id).toBe(undefined);
    expect(readlinkSync(paths.cluster)).toBe(elsewhere);
  });
});
