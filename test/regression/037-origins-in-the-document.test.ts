import { beforeAll, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateways } from '../support/load/gateways.ts';

type Header = { description: string; schema: { pattern: string; maxLength: number } };
type Document = { components: { headers: Record<string, Header> } };

const gateways = useGateways();
const origins = ['https://app.example.com', 'http://localhost:5173'];
let url: string;
beforeAll(async () => {
  ({ url } = await gateways.start(inject('databaseUrl'), { CORS_ORIGINS: origins.join(',') }));
});

// The document said "Never sent", and that it is empty.
test('Access-Control-Allow-Origin is what the OpenAPI document says', async () => {
  const { token } = await mintKey();
  const { text } = await send(`${url}/v1/openapi.json`);
  const header = parse<Document>(text).components.headers['Access-Control-Allow-Origin'];

  expect(header?.description).not.toMatch(/never/i);
  for (const origin of origins) {
    const { headers } = await send(`${url}/v1/revenues`, { token, headers: { origin } });
    const sent = headers.get('access-control-allow-origin') ?? '';
    expect(sent).toBe(origin);
    expect(sent).toMatch(new RegExp(header?.schema.pattern ?? '^$'));
  }
});
