// Releases the version of package.json: npm run release -- FOLDER --next VERSION
// It audits the dependencies, dates the changelog, packs into FOLDER, commits and tags, and begins the next version. It
// publishes nothing.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { beginSection, dateSection } from './release/changelog.ts';
import { setVersion } from './release/set-version.ts';
import { writeBillOfMaterials, writeChecksums } from './release/supply-chain.ts';

const root = path.dirname(import.meta.dirname);
const usage = 'Usage: npm run release -- FOLDER --next VERSION [--without-audit]';

try {
  await release();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function release(): Promise<void> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { folder, next, isAudited } = readArguments(version);
  if (git('status', '--porcelain') !== '') throw new Error('Commit or stash your changes first.');
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists already.`);
  if (isAudited) audit();
  else process.stderr.write('Known vulnerabilities of the dependencies were NOT checked.\n');
  const changelog = path.join(root, 'CHANGELOG.md');
  const { text, notes } = dateSection(readFileSync(changelog, 'utf8'), version, new Date());

  const before = git('rev-parse', 'HEAD');
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(path.join(folder, '.release-'));
  try {
    writeFileSync(changelog, text);
    run(process.execPath, path.join(root, 'scripts/pack.ts'), unfinished);
    writeBillOfMaterials(unfinished, version);
    writeChecksums(unfinished);
    git('commit', '--all', '--message', `Release ${version}`);
    git(
      'tag',
      '--annotate',
      `v${version}`,
      '--cleanup=verbatim',
      '--message',
      `Outturn ${version}\n\n${notes}`,
    );
  } catch (error) {
    git('reset', '--quiet', '--hard', before);
    rmSync(unfinished, { recursive: true });
    throw error;
  }
  for (const file of readdirSync(unfinished))
    renameSync(path.join(unfinished, file), path.join(folder, file));
  rmSync(unfinished, { recursive: true });

  setVersion(root, version, next);
  writeFileSync(changelog, beginSection(text, next));
  git('commit', '--all', '--message', `Begin ${next}`);
  process.stdout.write(`Released ${version} into ${folder}. Publish it with:\n\n`);
  process.stdout.write(
    `  git push --follow-tags\n  for file in "${folder}"/*.tgz; do npm publish "$file"; done\n\n` +
      'npm signs the origin of packages (provenance) on GitHub Actions and GitLab CI alone. Elsewhere, add --provenance=false.\n',
  );
}

/** pnpm fails in the same way for a vulnerability and for a registry that gives no answer, and prints which it is. */
function audit(): void {
  try {
    run('pnpm', 'audit', '--prod', '--audit-level=high');
  } catch {
    throw new Error(
      'The audit found a serious vulnerability in a shipped package, or the registry gave no answer: see above. ' +
        'To release even so, add --without-audit.',
    );
  }
}

function readArguments(version: string): { folder: string; next: string; isAudited: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { next: { type: 'string' }, 'without-audit': { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  const { next } = values;
  if (folder === undefined || next === undefined || positionals.length > 1) throw new Error(usage);
  if (!/^\d+\.\d+\.\d+$/.test(next) || next.localeCompare(version, 'en', { numeric: true }) <= 0)
    throw new Error(
      `--next must be a version after ${version}, such as ${version.replace(/\d+$/, (patch) => String(Number(patch) + 1))}.`,
    );
  // npm runs scripts in the root and passes the caller's folder in INIT_CWD.
  return {
    folder: path.resolve(process.env.INIT_CWD ?? '.', folder),
    next,
    isAudited: !values['without-audit'],
  };
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: root, stdio: 'inherit' });
}
