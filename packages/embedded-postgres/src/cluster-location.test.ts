import { existsSync, statSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  type statfs,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  assertOriginal,
  claimLocation,
  isOwnLocation,
  LOCATIONS,
  locationOf,
  placeCluster,
} from './cluster-location.ts';
import { type ClusterPaths, prepareClusterPaths } from './cluster-paths.ts';
import { saveConnection } from './connection-file.ts';
import { restoreFileSystem, spyOnFileSystem } from './file-system.fixture.ts';
import { chooseServerAccount, makeReachable } from './server-account.ts';

const isRoot = process.getuid?.() === 0;
// Another file system than that of the locations, where there is one.
const parents = [tmpdir(), '/dev/shm'].filter((parent) => existsSync(parent));

const EXT4 = 0xef53;
const OVERLAYFS = 0x794c7630;
const TMPFS = 0x01021994;

/** Answers for the file system of the locations. */
function locationsAreOn(type: number): void {
  spyOnFileSystem('statfs').mockResolvedValue({ type } as Awaited<ReturnType<typeof statfs>>);
}

describe.runIf(isRoot).each(parents)('a cluster in a data directory in %s', (parent) => {
  let folder: string;
  let paths: ClusterPaths;

  beforeEach(async () => {
    locationsAreOn(EXT4);
    // Only root may enter a temporary folder.
    folder = await mkdtemp(join(parent, 'outturn-location-'));
    paths = await prepareClusterPaths(join(folder, 'data'));
  });
  afterEach(async () => {
    restoreFileSystem();
    for (const id of await locationsHere()) await rm(locationOf(id).folder, { recursive: true });
    await rm(folder, { recursive: true });
  });

  async function locationsHere(): Promise<string[]> {
    const ids = await readdir(LOCATIONS).catch(() => []);
    const dataDirs = await Promise.all(
      ids.map((id) => readFile(locationOf(id).dataDirFile, 'utf8').catch(() => '')),
    );
    return ids.filter((_, index) => dataDirs[index]?.startsWith(folder));
  }

  async function place(): Promise<string | undefined> {
    const id = await placeCluster(paths, await chooseServerAccount(paths));
    await saveConnection(paths, { port: 20_000, password: 'p', settings: {}, id });
    return id;
  }

  test('stays there if the account may enter it, for which root opens its own folder but none above', async () => {
    await chmod(folder, 0o711);
    await chmod(paths.dataDir, 0o700);
    expect(await place()).toBe(undefined);
    const { uid, gid, mode } = statSync(paths.dataDir);
    const { ids } = await chooseServerAccount(paths);
    expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 0, gid: ids?.gid, mode: 0o710 });

    await chmod(folder, 0o700);
    expect(await place()).toMatch(/^[0-9a-f]{16}$/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('opens no folder to which a link leads that another user has put in the place of its own', async () => {
    await chmod(folder, 0o711);
    const other = join(folder, 'other');
    await mkdir(join(other, 'data'), { recursive: true, mode: 0o711 });
    await chmod(join(other, 'data'), 0o700);
    const account = await chooseServerAccount(paths);
    const replaced = join(folder, 'replaced');
    for (const [link, dataDir] of [
      [join(other, 'data'), replaced],
      [other, join(replaced, 'data')],
    ] as const) {
      await symlink(link, replaced);
      expect(await makeReachable(account, { ...paths, dataDir }).catch(() => false)).toBe(false);
      await rm(replaced);
    }
    expect(statSync(join(other, 'data')).mode & 0o777).toBe(0o700);
  });

  test('gets a location of its own, which names the data directory', async () => {
    const id = (await place()) ?? '';
    expect(await isOwnLocation(paths, id)).toBe(true);
    expect(statSync(locationOf(id).folder).mode & 0o777).toBe(0o711);
    await assertOriginal(paths, id);
  });

  test('is not shared with a copy of the data directory, but follows one that was renamed', async () => {
    const id = (await place()) ?? '';
    const original = paths;
    await cp(original.dataDir, join(folder, 'copy'), { recursive: true });
    paths = await prepareClusterPaths(join(folder, 'copy'));
    await expect(assertOriginal(paths, id)).rejects.toThrow(
      `${paths.dataDir} is a copy of ${original.dataDir} without its database, which is in ${locationOf(id).folder}.`,
    );
    expect(await isOwnLocation(original, id)).toBe(true);

    await rename(original.dataDir, join(folder, 'renamed'));
    paths = await prepareClusterPaths(join(folder, 'renamed'));
    await assertOriginal(paths, id);
    await claimLocation(paths, id);
    expect(await isOwnLocation(paths, id)).toBe(true);
    expect(await isOwnLocation(original, id)).toBe(false);
  });

  test('is missing without its location', async () => {
    const id = (await place()) ?? '';
    await rm(locationOf(id).folder, { recursive: true });
    await expect(assertOriginal(paths, id)).rejects.toThrow(
      `The database of ${paths.dataDir} is missing: it was in ${locationOf(id).cluster}. Restore`,
    );
    expect(await locationsHere()).toEqual([]);
  });

  if (statSync(parent).dev !== statSync('/var/lib', { throwIfNoEntry: false })?.dev) {
    test.each([
      [OVERLAYFS, 'overlayfs'],
      [TMPFS, 'tmpfs'],
    ])('gets no location on storage of type %d, which a container loses', async (type, name) => {
      locationsAreOn(type);
      await chmod(paths.dataDir, 0o700);
      await expect(place()).rejects.toThrow(
        `cannot enter ${paths.dataDir}. Let other users pass its folders (\`chmod o+x ${folder} ${paths.dataDir}\`), or mount ` +
          `a volume at /var/lib/outturn, where the database cannot be now (it is on ${name}, which is lost with this container`,
      );
      expect(await locationsHere()).toEqual([]);
    });
  } else {
    test('gets a location on any storage that its data directory is on', async () => {
      locationsAreOn(OVERLAYFS);
      expect(await isOwnLocation(paths, (await place()) ?? '')).toBe(true);
    });
  }
});
