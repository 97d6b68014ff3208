import { beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse, succeeded } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
beforeAll(async () => {
  ({ token } = await mintKey());
});

const filters = {
  agentKey: 'agent',
  customerKey: 'customer',
  sessionKey: 'session',
  source: 'Stripe',
  key: 'invoice',
  recordedFrom: '2024-01-01T00:00:00Z',
  recordedTo: '2025-01-01T00:00:00Z',
};

/** All subsets of the filters, the largest last; each is a statement with its own name. */
const subsets = Array.from({ length: 2 ** Object.keys(filters).length }, (_, bits) =>
  Object.entries(filters).filter((_, i) => bits & (1 << i)),
);

test.each(['-recordedAt', 'recordedAt', '-id', 'id'])(
  'every combination of filters finds the record, sorted by %s',
  async (sort) => {
    const { recordedFrom: _, recordedTo: __, key: ___, ...fields } = filters;
    const key = `${filters.key}${sort}`;
    const record = succeeded(await connectRest(gateway.url, token).record({ ...minimal, ...fields, key }));
    for (const subset of subsets) {
      const query = new URLSearchParams([...subset, ['sort', sort]]);
      if (query.has('key')) query.set('key', key);
      const { status, text } = await send(`${gateway.url}/v1/revenues?${query}`, { token });

      expect(status, query.toString()).toBe(200);
      expect(parse(text), query.toString()).toContainEqual(record);
    }
  },
);
