import { mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';

/** The variable with the folder of a test run, for all its processes: set by `openRun`. */
const RUN_FOLDER = 'OUTTURN_TEST_RUN';

/** The variable with the test file that a process works for, inherited by child processes. */
const TEST_FILE = 'OUTTURN_TEST_FILE';

/** `used` has the secrets to search for, one per line; the other drawers are searched. */
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

/** The path of a new file in a drawer, named after its test file, process and content. Undefined outside of a run. */
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

/** Keeps a text for the search; synchronously, because the process may be killed. */
export function keep(drawer: Drawer, what: string, text: string): void {
  const file = fileIn(drawer, what);
  if (file === undefined) return;
  const descriptor = open.get(file) ?? openSync(file, 'a');
  open.set(file, descriptor);
  writeSync(descriptor, text);
}

/** The test file and the process in the name of a drawer's file. */
export function whoseIs(file: string): string {
  return path.basename(file).replaceAll('~', '/').replaceAll('--', ', ');
}
