import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';

const production = { NODE_ENV: 'production', SESSION_SECRET: 'for this test alone, and long enough' };

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway(inject('databaseUrl'), { ...behindProxy, ...production });
});

afterAll(() => gateway.stop());

// A report answered what the same question by itself was refused.
test.each([
  ['by itself', (query: string) => ({ query })],
  [
    'as a report',
    (document: string) => ({
      query: 'mutation ($input: SaveReportInput!) { saveReport(input: $input) { name } }',
      variables: { input: { name: 'schema', document } },
    }),
  ],
])('in production the schema answers no questions about itself, asked %s', async (_, asked) => {
  const { token } = await mintKey();
  const body = JSON.stringify(asked('{ __schema { queryType { name } } }'));
  const { text } = await send(`${gateway.url}/graphql`, { token, body });
  const { errors } = parse<{ errors?: { message: string }[] }>(text);
  expect(errors?.[0]?.message).toContain('introspection has been disabled');
});
