import { mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';

/** The folder of a test run, for all its processes: set by `openRun`. */
const RUN_FOLDER = 'OUTTURN_TEST_RUN';

/** Which test file a process works for; child processes inherit it. */
const TEST_FILE = 'OUTTURN_TEST_FILE';

/** `used` is what is searched for, one secret per line; the others are searched. */
export const drawers = ['used', 'output', 'answers', 'traces', 'dump', 'server-log'] as const;
export type Drawer = (typeof drawers)[number];

export const runFolder = (): string | undefined => process.env[RUN_FOLDER];

export function openRunFolder(folder: string): void {
  for (const drawer of drawers) mkdirSync(path.join(folder, drawer), { recursive: true });
  process.env[RUN_FOLDER] = folder;
}

export function nameTestFile(file: string): void {
  process.env[TEST_FILE] = file;
}

/** A file of a drawer that tells whose it is: of which test file, which process, and what. Undefined outside of a run. */
export function fileIn(drawer: Drawer, what: string): string | undefined {
  const folder = runFolder();
  if (folder === undefined) return undefined;
  const whose = [process.env[TEST_FILE] ?? 'run', what, process.pid].join('--');
  return path.join(
    folder,
    drawer,
    whose
      .replaceAll('/', '~')
      .replaceAll(/[^\w.~-]+/g, '_')
      .slice(0, 200),
  );
}

export function filesOf(folder: string, drawer: Drawer): string[] {
  const inside = path.join(folder, drawer);
  return readdirSync(inside).map((name) => path.join(inside, name));
}

const open = new Map<string, number>();

/** Keeps a text for the search; at once, since whoever calls may be killed. */
export function keep(drawer: Drawer, what: string, text: string): void {
  const file = fileIn(drawer, what);
  if (file === undefined) return;
  const descriptor = open.get(file) ?? openSync(file, 'a');
  open.set(file, descriptor);
  writeSync(descriptor, text);
}

/** The test file and the process that a file of a drawer is of. */
export function whoseIs(file: string): string {
  return path.basename(file).replaceAll('~', '/').replaceAll('--', ', ');
}
