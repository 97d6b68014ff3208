import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

// docs/api.md lists these values, which JSON leaves to its readers.
test.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740992],
  ['0.10000000000000001', 0.1],
  ['1.0', 1],
  ['-0', 0],
  ['1, "n": 2', 2],
])('metadata of {"n": %s} comes back with %d, at once and later', async (text, n) => {
  const { token } = await mintKey();
  const body = `{"type":"note","metadata":{"n":${text}}}`;
  const made = await send(`${gateway.url}/v1/events`, { token, body });
  expect(made.status).toBe(201);
  const [read] = parse<{ metadata: object }[]>((await send(`${gateway.url}/v1/events`, { token })).text);
  expect(parse<object>(made.text)).toMatchObject({ metadata: { n } });
  expect(read?.metadata).toEqual({ n });
});

// Names that JavaScript or a library gives a meaning.
test.each(['then', 'toJSON', 'constructor', 'toString', 'hasOwnProperty', 'length'])(
  'metadata with the key %s is shown on every surface',
  async (key) => {
    const { token } = await mintKey();
    const metadata = { [key]: 'value', other: { [key]: [1] } };
    const body = JSON.stringify({ type: 'note', metadata });
    expect((await send(`${gateway.url}/v1/events`, { token, body })).status).toBe(201);
    const read = async (path: string, sent?: string) =>
      parse<object>((await send(`${gateway.url}${path}`, { token, ...(sent && { body: sent }) })).text);
    expect(await read('/v1/events')).toMatchObject([{ metadata }]);
    expect(await read('/trpc/events.list')).toMatchObject({ result: { data: { items: [{ metadata }] } } });
    const query = '{ events { nodes { metadata } edges { node { metadata } } } }';
    expect(await read('/graphql', JSON.stringify({ query }))).toEqual({
      data: { events: { nodes: [{ metadata }], edges: [{ node: { metadata } }] } },
    });
  },
);
