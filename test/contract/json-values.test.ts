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
