import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkBackupFile, openBackupFile, readContent } from './read-backup-file.ts';
import { writeBackupFile } from './write-backup-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-backup-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const text = 'a line\nand another\n'.repeat(3);

async function* content(of: string) {
  yield Buffer.from(of);
}

async function open(name: string) {
  const file = await openBackupFile(path.join(folder, name));
  onTestFinished(() => file.handle.close());
  return file;
}

test('backup file is private, whole, and read back as it was written', async () => {
  const file = path.join(folder, 'whole');
  const size = await writeBackupFile(file, content(text), { force: false });
  const status = await stat(file);
  expect([status.size, status.mode & 0o777]).toEqual([size, 0o600]);
  const opened = await open('whole');
  const read: number[] = [];
  await checkBackupFile(opened, (bytes) => read.push(bytes));
  expect(read.at(-1)).toBe(size - 40);
  expect((await buffer(readContent(opened))).toString()).toBe(text);
});

test('file that is cut off anywhere, or has any other bit, is refused', async () => {
  const whole = path.join(folder, 'undamaged');
  await writeBackupFile(whole, content(text), { force: false });
  const bytes = await readFile(whole);
  const refusalOf = async (damaged: Buffer) => {
    await writeFile(path.join(folder, 'damaged'), damaged);
    const file = await openBackupFile(path.join(folder, 'damaged'));
    return checkBackupFile(file, () => undefined)
      .then(
        () => 'accepted',
        (error: Error) => error.message,
      )
      .finally(() => file.handle.close());
  };
  const refusals = new Set<string>();
  for (let length = 0; length < bytes.length; length++)
    refusals.add(await refusalOf(bytes.subarray(0, length)));
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    refusals.add(await refusalOf(damaged));
  }
  refusals.add(await refusalOf(Buffer.concat([bytes, Buffer.from([0])])));
  expect(refusals).toEqual(
    new Set([
      'The file is not a backup of Outturn, or its end is missing.',
      'The backup was changed after it was written: its checksum does not match.',
    ]),
  );
  expect(await refusalOf(bytes)).toBe('accepted');
});

test('content that fails leaves no file', async () => {
  const file = path.join(folder, 'failed');
  const failing = async function* () {
    yield Buffer.from(text);
    throw new Error('the connection is lost');
  };
  await expect(writeBackupFile(file, failing(), { force: false })).rejects.toThrow('the connection is lost');
  for (const name of [file, `${file}.partial`]) await expect(stat(name)).rejects.toThrow('ENOENT');
});

test('file that appears meanwhile is kept, also one of another backup', async () => {
  const file = path.join(folder, 'meanwhile');
  await writeFile(file, 'mine');
  await expect(writeBackupFile(file, content(text), { force: false })).rejects.toThrow('Name another file');
  expect(await readFile(file, 'utf8')).toBe('mine');
  await expect(stat(`${file}.partial`)).rejects.toThrow('ENOENT');
});

test('backup whose partial file was replaced does not put the unfinished one in its place', async () => {
  const file = path.join(folder, 'twice');
  const [second, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = async function* (until: Promise<void>) {
    yield Buffer.from(text);
    await until;
  };
  const writingFirst = writeBackupFile(file, waiting(first.promise), { force: false });
  await expect.poll(() => stat(`${file}.partial`).catch(() => undefined)).toBeDefined();
  const { ino } = await stat(`${file}.partial`);
  const writingSecond = writeBackupFile(file, waiting(second.promise), { force: true });
  await expect.poll(() => stat(`${file}.partial`).catch(() => ({ ino }))).not.toMatchObject({ ino });
  first.resolve();
  await expect(writingFirst).rejects.toThrow(`${file}.partial was deleted or replaced`);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  second.resolve();
  const size = await writingSecond;
  expect((await stat(file)).size).toBe(size);
});
