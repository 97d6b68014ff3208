import { execFile } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { oncePerRun } from './once-per-run.ts';
import { makeScratchCopy } from './scratch-copy.ts';

/** The number of its last migration. */
export const NEXT_NUMBER = 999;

/**
 * The program of a version with one more migration, which changes the table of sessions. With a fence, the migration
 * also excludes gateways of this version.
 */
export async function buildNextVersion({ hasFence = false } = {}): Promise<string> {
  const folder = await oncePerRun(hasFence ? 'fenced-version' : 'next-version', async (unfinished) => {
    const copy = await makeScratchCopy();
    await build(copy.path, hasFence);
    await rename(copy.path, unfinished);
  });
  return path.join(folder, 'apps/gateway/dist/main.js');
}

async function build(root: string, hasFence: boolean): Promise<void> {
  const service = path.join(root, 'packages/service/src');
  const edit = async (file: string, changes: Record<string, string>) => {
    let text = await readFile(path.join(service, file), 'utf8');
    for (const [before, after] of Object.entries(changes)) {
      if (!text.includes(before)) throw new Error(`${file} lacks: ${before}`);
      text = text.replace(before, after);
    }
    await writeFile(path.join(service, file), text);
  };
  const fence = hasFence ? `, fence: { from: 'rollup_deltas', to: 'rollup_deltas_2' }` : '';
  await edit('database/migrations/index.ts', {
    '\n];': `\n  { name: '${NEXT_NUMBER}-next-version', class: NextVersion${fence} },\n];`,
    '\nexport type Migrating': `
      class NextVersion extends Migration {
        override up() {
          this.addSql('alter table sessions add column next_version integer null');
          this.addSql('create table next_version (id integer primary key)');
        }
      }\nexport type Migrating`,
    'import type { Migration }': 'import { Migration }',
  });
  if (hasFence) await edit('rollups/rollup-delta.entity.ts', { "'rollup_deltas'": "'rollup_deltas_2'" });
  const gateway = path.join(root, 'apps/gateway');
  const rolldown = path.join(gateway, 'node_modules/rolldown/bin/cli.mjs');
  await promisify(execFile)(process.execPath, [rolldown, '--config', 'rolldown.config.ts'], { cwd: gateway });
}
