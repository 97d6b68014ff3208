/** Layers of a folder, highest first. A layer may import lower ones; those of one level must not import each other. */
export type Layers = readonly (string | readonly string[])[];

export type PackageRule = {
  /** Allowed packages of this repository. */
  values: readonly string[];
  /** Packages of this repository allowed for type imports. */
  types?: readonly string[];
  /** Prefixes of forbidden libraries. */
  never: readonly string[];
};

export type Rules = { packages: Record<string, PackageRule>; layers: Record<string, Layers> };

const database = ['@mikro-orm/', 'kysely', 'pg'];
const surfaces = ['hono', '@hono/', 'graphql', '@pothos/', '@trpc/'];

const packages: Record<string, PackageRule> = {
  'packages/service': { values: ['retry'], never: surfaces },
  'packages/rest': { values: ['service'], never: database },
  'packages/graphql': { values: ['service'], never: database },
  'packages/trpc': { values: ['service'], never: database },
  // Also runs in pages and uses only the types of the server.
  'packages/client': {
    values: ['money', 'retry'],
    types: ['trpc'],
    never: [...database, 'hono', '@hono/', 'graphql', '@pothos/', 'node:'],
  },
  'packages/demo-data': { values: [], types: ['trpc'], never: [...database, 'hono', '@hono/', 'node:'] },
  // Runs everywhere and uses only the OpenAPI document.
  'packages/sdk': { values: ['money', 'retry'], never: [...database, ...surfaces, 'node:'] },
  // Bundled into its callers, some of which run in pages.
  'packages/money': { values: [], never: [...database, ...surfaces, 'node:'] },
  'packages/retry': { values: [], never: [...database, ...surfaces, 'node:'] },
  'packages/embedded-postgres': { values: ['retry'], never: surfaces },
  'apps/gateway': {
    values: ['service', 'rest', 'graphql', 'trpc', 'embedded-postgres', 'demo-data', 'retry'],
    never: [],
  },
  // Starts the gateway, on any Node.js from 20.0 on.
  'apps/outturn': { values: [], never: [...database, ...surfaces] },
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
    ['backup', 'entities.ts', 'operation-registry.ts'],
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
