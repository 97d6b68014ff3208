import { execFile } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { oncePerRun } from './once-per-run.ts';
import { makeScratchCopy } from './scratch-copy.ts';

/** The number of its last migration. */
export const NEXT_NUMBER = 999;
const name = `${NEXT_NUMBER}-next-version`;

export type NextVersion = { program: string };

/**
 * Builds a version whose last migration locks the sessions and needs the second step, as do its reports, by a query and by a
 * command.
 */
export async function buildNextVersion(): Promise<NextVersion> {
  const folder = await oncePerRun('next-version', async (unfinished) => {
    const copy = await makeScratchCopy();
    await build(copy.path);
    await rename(copy.path, unfinished);
  });
  return { program: path.join(folder, 'apps/gateway/dist/main.js') };
}

async function build(root: string): Promise<void> {
  const service = path.join(root, 'packages/service/src');
  const edit = async (file: string, changes: Record<string, string>) => {
    let text = await readFile(path.join(service, file), 'utf8');
    for (const [before, after] of Object.entries(changes)) {
      if (!text.includes(before)) throw new Error(`${file} lacks: ${before}`);
      text = text.replace(before, after);
    }
    await writeFile(path.join(service, file), text);
  };
  await edit('database/migrations/index.ts', {
    '] as const satisfies': `{ name: '${name}', class: NextVersion, needsFinish: true },\n] as const satisfies`,
    '\ntype Step': `
      class NextVersion extends Migration {
        override up() {
          this.addSql('alter table sessions add column next_version integer null');
          this.addSql('create table next_version (id integer primary key)');
        }
      }\ntype Step`,
    'import type { Migration }': 'import { Migration }',
  });
  await edit('reports/list-reports.ts', {
    'const after =': `database.schema.requireFinished('${name}');\nconst after =`,
  });
  await edit('reports/save-report.ts', {
    '{ em, documents,': '{ em, schema, documents,',
    'const variables =': `schema.requireFinished('${name}');\nconst variables =`,
  });
  const gateway = path.join(root, 'apps/gateway');
  const rolldown = path.join(gateway, 'node_modules/rolldown/bin/cli.mjs');
  await promisify(execFile)(process.execPath, [rolldown, '--config', 'rolldown.config.ts'], { cwd: gateway });
}
