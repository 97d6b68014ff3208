// Who may import whom. package.json files and pnpm's strict node_modules say what a package *can* import; this table
// says what it *may*. Test files are free.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const database = ['@mikro-orm/', 'kysely', 'pg'];
const surfaces = ['hono', '@hono/', 'graphql', '@pothos/', '@trpc/'];

/** By folder: packages of ours whose values, or only whose types, may be imported; beginnings of others that may not. */
const packages: Record<string, { values: string[]; types?: string[]; never: string[] }> = {
  'packages/service': { values: [], never: surfaces },
  'packages/rest': { values: ['service'], never: database },
  'packages/graphql': { values: ['service'], never: database },
  'packages/trpc': { values: ['service'], never: database },
  // Runs in pages, too, and knows the server by its types alone.
  'packages/client': {
    values: ['retry'],
    types: ['trpc'],
    never: [...database, 'hono', '@hono/', 'graphql', '@pothos/', 'node:'],
  },
  'packages/demo-data': { values: [], types: ['trpc'], never: [...database, 'hono', '@hono/', 'node:'] },
  // Runs everywhere, and knows the API by its document alone.
  'packages/sdk': { values: ['retry'], never: [...database, ...surfaces, 'node:'] },
  // Bundled into whatever calls, also into what runs in pages.
  'packages/retry': { values: [], never: [...database, ...surfaces, 'node:'] },
  'packages/embedded-postgres': { values: [], never: surfaces },
  'apps/gateway': {
    values: ['service', 'rest', 'graphql', 'trpc', 'embedded-postgres', 'demo-data', 'retry'],
    never: [],
  },
  'apps/example-worker': { values: ['client', 'demo-data'], never: [...database, ...surfaces] },
  'apps/dashboard': {
    values: [],
    types: ['trpc'],
    never: [...database, 'hono', '@hono/', 'graphql', '@pothos/', 'node:'],
  },
};

/** The rooms of packages/service/src, from the bottom: a room imports only rooms of the levels below its own. */
const tower = [
  ['base'],
  ['kinds'],
  ['database', 'schema'],
  ['dimensions', 'rollups'],
  ['live'],
  ['ledger'],
  ['operations'],
  ['analytics', 'catalogue', 'people', 'records', 'reports'],
  ['housekeeping.ts', 'migrate.ts', 'relations', 'surface'],
  ['entities.ts', 'registry.ts'],
  ['connect.ts'],
  ['service.ts'],
  ['index.ts'],
];

/** Statements begin a line, so that examples in comments do not count. */
const importPattern =
  /^(?:import|export)\s(?:(type)\s)?(?:[^'";]*\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm;

const violations: string[] = [];
for (const file of globSync('{apps,packages}/*/src/**/*.{ts,tsx}').sort()) {
  if (/\.test(-d)?\.tsx?$/.test(file)) continue;
  for (const [, type, statement, dynamic] of readFileSync(file, 'utf8').matchAll(importPattern)) {
    const specifier = statement ?? dynamic ?? '';
    const reason = specifier.startsWith('.')
      ? relativeImportFault(file, path.join(path.dirname(file), specifier))
      : packageImportFault(file, specifier, type !== undefined);
    if (reason) violations.push(`${file}: '${specifier}' (${reason})`);
  }
}
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;

function packageImportFault(file: string, specifier: string, isType: boolean): string | undefined {
  const folder = packageOf(file);
  const rule = packages[folder];
  if (!rule) return `${folder} has no row in scripts/check-boundaries.ts`;
  const [, ours] = /^@outturn\/([^/]+)/.exec(specifier) ?? [];
  if (ours === undefined) {
    return rule.never.some((start) => specifier.startsWith(start)) ? `not for ${folder}` : undefined;
  }
  if (rule.values.includes(ours) || (isType && rule.types?.includes(ours))) return undefined;
  return rule.types?.includes(ours) ? `only its types are for ${folder}` : `not for ${folder}`;
}

function relativeImportFault(file: string, target: string): string | undefined {
  if (packageOf(file) !== packageOf(target)) return 'leaves its package';
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === undefined || from === to) return undefined;
  const levelOf = (room?: string) => tower.findIndex((rooms) => rooms.includes(room ?? ''));
  if (levelOf(from) < 0) return `${from} has no level in scripts/check-boundaries.ts`;
  return levelOf(to) < levelOf(from) ? undefined : `not below ${from}`;
}

/** The folder or file directly in packages/service/src. */
function roomOf(file: string): string | undefined {
  return /^packages\/service\/src\/([^/]+)/.exec(file)?.[1];
}

function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}
