import { Outturn } from '@outturn/sdk';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const revenue = { amount: '1.50', recordedAt: '2024-01-15T10:30:00Z' };

// The specification writes its base URL with the version.
test.each(['', '/', '/v1', '/v1/', '/v1//'])('a base URL that ends in "%s" leads to the API', async (end) => {
  const { token: apiKey } = await mintKey();
  for (const baseUrl of [`${gateway.url}${end}`, new URL(`${gateway.url}${end}`)]) {
    const outturn = new Outturn({ apiKey, baseUrl });
    const { id } = await outturn.revenues.record(revenue);
    expect(await outturn.revenues.get(id)).toMatchObject({ id, amount: '1.50' });
    const recorder = outturn.recorder();
    recorder.record('revenues', revenue);
    await recorder.close();
  }
  const seen: string[] = [];
  for await (const { amount } of new Outturn({ apiKey, baseUrl: `${gateway.url}${end}` }).revenues.list({
    limit: 3,
  }))
    seen.push(amount);
  expect(seen).toEqual(['1.50', '1.50', '1.50', '1.50']);
});

test.each([
  [undefined, 'baseUrl is missing: pass the URL of your Outturn server, such as https://outturn.example.com'],
  ['', 'baseUrl is missing'],
  ['outturn', 'baseUrl is "outturn": pass the URL of your Outturn server'],
  ['localhost:3000', 'baseUrl is "localhost:3000"'],
  ['ftp://example.com', 'baseUrl is "ftp://example.com"'],
  ['https://name:word@example.com', 'baseUrl is "https://name:word@example.com"'],
  ['https://example.com?code=1', 'baseUrl is "https://example.com?code=1"'],
  ['https://example.com/#/v1', 'baseUrl is "https://example.com/#/v1"'],
])('the base URL %s is refused with the reason', (baseUrl, reason) => {
  expect(() => new Outturn({ apiKey: 'x', baseUrl })).toThrow(TypeError);
  expect(() => new Outturn({ apiKey: 'x', baseUrl })).toThrow(reason);
});

test.each([
  ['/outturn', '/outturn/v1/agents/a'],
  ['/outturn/v1', '/outturn/v1/agents/a'],
  ['/v1/outturn/', '/v1/outturn/v1/agents/a'],
  ['/outturn-v1', '/outturn-v1/v1/agents/a'],
  ['/v10', '/v10/v1/agents/a'],
])('a base URL with the path %s keeps all of it but a version at its end', async (path, expected) => {
  const asked: string[] = [];
  const noting: typeof fetch = async (input) => {
    asked.push(new URL(`${input}`).pathname);
    return new Response('{}');
  };
  const outturn = new Outturn({ apiKey: 'x', baseUrl: `https://example.com${path}`, fetch: noting });
  await outturn.agents.get('a');
  expect(asked).toEqual([expected]);
});
