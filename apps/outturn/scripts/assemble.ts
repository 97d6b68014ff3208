// Assembles the npm package from the builds of the gateway and the dashboard: node scripts/assemble.ts
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build as bundle } from 'rolldown';
import { build } from '../../../scripts/build.mjs';
import { root } from '../../../scripts/dependencies.mjs';

const dist = path.join(import.meta.dirname, '../dist');
const gateway = path.join(dist, 'gateway');
const dashboard = path.join(dist, 'dashboard');
const apiReference = path.join(dist, 'api-reference.js');

rmSync(dist, { recursive: true, force: true });
cpSync(await build('gateway'), gateway, { recursive: true });
cpSync(await build('dashboard'), dashboard, { recursive: true });
for (const map of globSync(`${gateway}/*.map`)) withoutSources(map);

const source = path.join(root, 'apps/gateway');
const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
const { name, version, type, config } = manifest;
cpSync(path.join(source, config.files.apiReference), apiReference);
const files = {
  apiReference: path.relative(gateway, apiReference),
  dashboard: path.relative(gateway, dashboard),
};
writeFileSync(
  path.join(gateway, 'package.json'),
  JSON.stringify({ name, version, private: true, type, config: { ...config, files } }, null, 2),
);

await bundle({
  input: path.join(import.meta.dirname, '../src/launcher.ts'),
  platform: 'node',
  output: { file: path.join(dist, 'launcher.js') },
  logLevel: 'warn',
});

/** Stack traces need names and lines; the sources would make up half of the package. */
function withoutSources(file: string): void {
  const { sourcesContent: _, ...map } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(map));
}
