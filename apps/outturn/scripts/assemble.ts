// Builds the npm package from the gateway and the dashboard: node scripts/assemble.ts
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { failOnWarning } from '../../../scripts/bundler-options.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const dist = path.join(import.meta.dirname, '../dist');
const gateway = path.join(dist, 'gateway');
const dashboard = path.join(dist, 'dashboard');
const apiReference = path.join(dist, 'api-reference.js');
const guides = path.join(dist, 'guides');

rmSync(dist, { recursive: true, force: true });
// Not copied from their own builds, beside which lie files of earlier ones.
run('gateway', 'rolldown/bin/cli.mjs', ['--config', 'rolldown.config.ts', '--dir', gateway]);
run('dashboard', 'vite/bin/vite.js', ['build', '--logLevel', 'warn', '--outDir', dashboard]);
for (const map of globSync(`${gateway}/*.map`)) withoutSources(map);

const source = path.join(root, 'apps/gateway');
const { name, version, type, config } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
cpSync(path.join(source, config.files.apiReference), apiReference);
for (const page of ['analytics.md', 'questions.md'])
  cpSync(path.join(source, config.files.guides, page), path.join(guides, page));
const files = {
  apiReference: path.relative(gateway, apiReference),
  dashboard: path.relative(gateway, dashboard),
  guides: path.relative(gateway, guides),
};
const manifest = { name, version, private: true, type, config: { ...config, files } };
writeFileSync(path.join(gateway, 'package.json'), JSON.stringify(manifest, null, 2));

await build({
  input: path.join(import.meta.dirname, '../src/launcher.ts'),
  platform: 'node',
  output: { file: path.join(dist, 'launcher.js') },
  onLog: failOnWarning,
});

/** Runs a program of an app's packages in the folder of the app. */
function run(app: string, program: string, args: readonly string[]): void {
  const cwd = path.join(root, 'apps', app);
  execFileSync(process.execPath, [path.join(cwd, 'node_modules', program), ...args], {
    cwd,
    stdio: 'inherit',
  });
}

/** Stack traces need names and lines; the sources would make up half of the package. */
function withoutSources(file: string): void {
  const { sourcesContent: _, ...map } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(map));
}
