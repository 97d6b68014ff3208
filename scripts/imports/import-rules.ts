/** Layers of a folder, highest first. A layer may import lower ones; those of one level must not import each other. */
export type Layers = readonly (string | readonly string[])[];

export type Rules = {
  layers: Record<string, Layers>;
  /** Prefixes of imports that some packages must not have. `isForTypes`: they may import types. */
  never: readonly { imports: readonly string[]; in: readonly string[]; isForTypes?: boolean }[];
};

// The manifests say which packages a package may import at all: pnpm links no other.
const layers: Rules['layers'] = {
  packages: [
    ['client', 'demo-data'],
    ['rest', 'graphql', 'trpc', 'otlp', 'mcp'],
    ['service', 'embedded-postgres', 'sdk'],
    ['money', 'transport'],
  ],
  'packages/service/src': [
    'index.ts',
    'service.ts',
    'connect.ts',
    ['backup', 'entities.ts'],
    'model.ts',
    ['housekeeping.ts', 'migrate.ts'],
    ['relations', 'surface', 'traces', 'reports'],
    ['records', 'people', 'analytics', 'prices'],
    'catalogue',
    'operations',
    'ledger',
    'live',
    ['rollups', 'dimensions', 'reading', 'price-book'],
    ['database', 'schema'],
    'kinds',
    'base',
  ],
  'packages/service/src/people': ['operators', 'accounts', 'api-keys', 'developers'],
  'apps/gateway/src': ['cli', 'process', 'http', 'observability'],
  'apps/dashboard/src': [
    'main.tsx',
    'app',
    'views',
    ['overview', 'explore', 'member', 'prices', 'traces'],
    ['live', 'proof', 'sessions'],
    'records',
    'catalogue',
    'settings',
    ['session', 'charts'],
    'window',
    'measures',
    'shell',
    ['feedback', 'kinds', 'where'],
    ['api', 'format', 'zone'],
  ],
};

/** Run in pages, and everywhere else that `fetch` works. */
const portable = [
  'packages/sdk',
  'packages/client',
  'packages/demo-data',
  'packages/money',
  'packages/transport',
];
const users = ['apps/dashboard', 'apps/example-worker', 'apps/outturn'];

const never: Rules['never'] = [
  { imports: ['node:'], in: [...portable, 'apps/dashboard'] },
  {
    imports: ['@mikro-orm/', 'kysely', 'pg'],
    in: [
      ...['packages/rest', 'packages/graphql', 'packages/trpc', 'packages/otlp', 'packages/mcp'],
      ...portable,
      ...users,
    ],
  },
  {
    imports: ['hono', '@hono/', 'graphql', '@pothos/'],
    in: [
      ...['packages/service', 'packages/otlp', 'packages/mcp', 'packages/embedded-postgres'],
      ...portable,
      ...users,
    ],
  },
  {
    imports: ['@outturn/trpc'],
    in: ['packages/client', 'packages/demo-data'],
    isForTypes: true,
  },
];

export const rules: Rules = { layers, never };
