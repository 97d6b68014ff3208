/** Rooms of a folder, the highest first. A room may import rooms below it; rooms of one level do not import each other. */
export type Layers = readonly (string | readonly string[])[];

export type PackageRule = {
  /** Packages of this repository that it may import. */
  values: readonly string[];
  /** Packages of this repository of which it may import types. */
  types?: readonly string[];
  /** How the names of libraries begin that it may not import. */
  never: readonly string[];
};

export type Rules = { packages: Record<string, PackageRule>; layers: Record<string, Layers> };

const database = ['@mikro-orm/', 'kysely', 'pg'];
const surfaces = ['hono', '@hono/', 'graphql', '@pothos/', '@trpc/'];

/** What a package *may* import: package.json and pnpm's strict node_modules say what it *can*. */
const packages: Record<string, PackageRule> = {
  'packages/service': { values: ['retry'], never: surfaces },
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
  // The lowest package: bundled into its callers, some of which run in pages.
  'packages/retry': { values: [], never: [...database, ...surfaces, 'node:'] },
  'packages/embedded-postgres': { values: ['retry'], never: surfaces },
  'apps/gateway': {
    values: ['service', 'rest', 'graphql', 'trpc', 'embedded-postgres', 'demo-data', 'retry'],
    never: [],
  },
  'apps/example-worker': { values: ['client', 'demo-data'], never: [...database, ...surfaces] },
  'apps/dashboard': {
    values: ['retry'],
    types: ['trpc'],
    never: [...database, 'hono', '@hono/', 'graphql', '@pothos/', 'node:'],
  },
};

const layers: Record<string, Layers> = {
  'packages/service/src': [
    'index.ts',
    'service.ts',
    'connect.ts',
    ['entities.ts', 'registry.ts'],
    ['relations', 'surface', 'housekeeping.ts', 'migrate.ts'],
    ['records', 'catalogue', 'people', 'analytics', 'reports'],
    'operations',
    'ledger',
    'live',
    ['rollups', 'dimensions'],
    ['database', 'schema'],
    'kinds',
    'base',
  ],
  'packages/service/src/people': ['operators', 'accounts', 'api-keys', 'developers'],
  'apps/gateway/src': ['cli', 'process', 'http', 'observability'],
  'apps/dashboard/src': [
    'main.tsx',
    'app',
    ['overview', 'explore', 'member'],
    ['reports', 'live'],
    'records',
    'catalogue',
    'settings',
    ['session', 'charts'],
    'window',
    'measures',
    'shell',
    ['feedback', 'kinds'],
    ['api', 'format', 'zone'],
  ],
};

export const rules: Rules = { packages, layers };
