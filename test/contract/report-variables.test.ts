import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const document = 'query ($a: Int) { revenues(first: $a) { nodes { id } } }';

type Answer = { error?: { data: { status: number }; message: string }; errors?: { message: string }[] };

/** Ways to send variables; each returns the message of its refusal. */
const ways = {
  'reports.save over tRPC': async (token: string, variables: string) =>
    refusalOf(`/trpc/reports.save`, token, `{"name":"a","document":"${document}","variables":${variables}}`),
  'saveReport over GraphQL': async (token: string, variables: string) =>
    refusalOf(
      '/graphql',
      token,
      `{"query":"mutation ($input: SaveReportInput!) { saveReport(input: $input) { id } }",
        "variables":{"input":{"name":"a","document":"${document}","variables":${variables}}}}`,
    ),
  'runReport over GraphQL': async (token: string, variables: string) =>
    refusalOf(
      '/graphql',
      token,
      `{"query":"query ($v: JSONObject) { runReport(name: \\"a\\", variables: $v) { name } }",
        "variables":{"v":${variables}}}`,
    ),
};

async function refusalOf(path: string, token: string, body: string): Promise<string | undefined> {
  const { status, text } = await send(`${gateway.url}${path}`, { token, body });
  expect(status).toBeLessThan(500);
  const { error, errors } = parse<Answer>(text);
  return error?.message ?? errors?.[0]?.message;
}

describe.each(Object.entries(ways))('variables of %s', (_, hand) => {
  test.each([
    [
      'are nested three thousand levels deep',
      `{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
      'must be at most 20 levels deep',
    ],
    ['are too large, in bytes', `{"a":"${'é'.repeat(9_000)}"}`, 'must be at most 16 KiB'],
    ['cannot be stored', '{"a":"\\u0000"}', 'must not contain NUL or unpaired surrogates'],
    ['are not an object', '[1]', 'must be an object'],
  ])('are refused when they %s', async (_what, variables, message) => {
    const { token } = await mintKey();
    expect(await hand(token, variables)).toContain(message);
  });
});
