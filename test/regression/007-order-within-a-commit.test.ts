import { beforeAll, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

/** Keys that are new, whose order is not that of the items. */
const newKeys = (name: string) => Array.from({ length: 5 }, (_, i) => `${name}-${(i * 3) % 5}`);

beforeAll(async () => {
  // Otherwise it is up to PostgreSQL's statistics whether rows come in the order of what they are joined with.
  const name = new URL(store.url).pathname.slice(1);
  await store.database.pool.query(`alter database "${name}" set enable_hashjoin = off`);
});

// Who followed them saw them in whatever order the plan had joined them.
test.each([
  { names: ['agentKey'], hasKeys: false },
  { names: ['agentKey'], hasKeys: true },
  { names: ['agentKey', 'customerKey', 'sessionKey'], hasKeys: false },
  { names: ['agentKey', 'customerKey', 'sessionKey'], hasKeys: true },
])(
  'records that name a new $names are noted in the order of their batch, own keys: $hasKeys',
  async ({ names, hasKeys }) => {
    const { database } = store;
    const { token, developerId } = await openAccount(database);
    const { url } = await gateways.start(store.url, { REDIS_URL: '' });
    const items = newKeys('a').map((value) => ({
      ...minimal,
      ...Object.fromEntries(names.map((name) => [name, value])),
      ...(hasKeys && { key: value }),
    }));
    const { text } = await send(`${url}/v1/revenues/batch`, { token, body: JSON.stringify(items) });
    const { rows } = await database.pool.query<{ ids: string[] }>(
      'select ids from commits where developer_id = $1',
      [developerId],
    );
    const { results } = JSON.parse(text) as { results: { record: { id: string } }[] };
    expect(rows).toEqual([{ ids: results.map(({ record }) => record.id) }]);
  },
);
