import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import { forbidden } from './cruiser-rules.ts';
import { folderCycles } from './folder-cycles.ts';
import type { Rules } from './import-rules.ts';

/** Tests are exempt. */
const test = /\.(test|test-d|fixture|fire)\.tsx?$/;

/** Returns one message per fault. */
export async function findFaults(root: string, rules: Rules): Promise<string[]> {
  const folders = globSync('{apps,packages}/*/src', { cwd: root }).map(toPosix);
  const { modules, summary } = await readImports(root, folders, rules);
  const own = modules.filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`)));
  const imports = own.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  const ownImports = imports.filter(({ from, to }) => from !== to && /^(apps|packages)\//.test(to));
  return [
    ...unreadFiles(root, own),
    ...folders
      .map((folder) => path.posix.dirname(folder))
      .filter((folder) => !rules.packages[folder])
      .map((folder) => `${folder} has no rule in scripts/imports/import-rules.ts`),
    ...missingLayers(root, rules),
    ...summary.violations.map(({ from, to, rule, cycle }) => {
      const steps = cycle?.map(({ name }) => `\n  → ${name}`).join('') ?? '';
      return `${from} imports ${to}, which ${rule.name}${steps}`;
    }),
    ...folderCycles(ownImports),
  ];
}

async function readImports(root: string, folders: string[], rules: Rules): Promise<ICruiseResult> {
  if (folders.length === 0) throw new Error(`There is no package below ${root}.`);
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      // Includes type imports, which compilation removes.
      tsPreCompilationDeps: true,
      doNotFollow: { path: '(^|/)node_modules/' },
      exclude: { path: test.source },
      validate: true,
      ruleSet: { forbidden: forbidden(rules) },
    },
    { conditionNames: ['import', 'types', 'default'], exportsFields: ['exports'] },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with a text.');
  return output;
}

/** dependency-cruiser silently skips files without a compiler. */
function unreadFiles(root: string, read: readonly IModule[]): string[] {
  const present = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).map(toPosix);
  const sources = new Set(read.map(({ source }) => source));
  const missed = present.filter((file) => !test.test(file) && !sources.has(file));
  if (missed.length > 0) return [`${missed.length} files were not read, among them ${missed[0]}`];
  return read.some(({ dependencies }) => dependencies.length > 0) ? [] : ['no import was read'];
}

function missingLayers(root: string, { layers }: Rules): string[] {
  return Object.entries(layers)
    .flatMap(([folder, levels]) => levels.flat().map((layer) => `${folder}/${layer}`))
    .filter((layer) => !existsSync(path.join(root, layer)))
    .map((layer) => `${layer} is a layer in scripts/imports/import-rules.ts, but does not exist`);
}

function toPosix(file: string): string {
  return file.replaceAll(path.sep, '/');
}
