import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SHUTDOWN_TIMEOUT } from '../../apps/gateway/src/process/server-process.ts';
import { readSettings } from '../../apps/gateway/src/process/settings.ts';

export const root = path.resolve(import.meta.dirname, '../..');

export const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

export const { version }: { version: string } = JSON.parse(read('package.json'));

/** The longest stop of a gateway with default settings in production, in seconds. */
export const STOP_SECONDS =
  (readSettings({ NODE_ENV: 'production', DATA_DIR: 'data' }).shutdownDelay + SHUTDOWN_TIMEOUT) / 1000 + 1;

/** The variables in the table of docs/operations.md. */
export const documentedSettings = new Set(
  read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/[A-Z][A-Z_]+/g)].map(([name]) => name)),
);
