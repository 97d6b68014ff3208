import { errorCatalogue } from '@outturn/service';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { sectionOf } from '../support/snippets.ts';

const gateway = useGateway();

test('the table of docs/api.md has every error code, with cause and remedy', () => {
  const rows = sectionOf('docs/api.md', 'Errors')
    .split('\n')
    .filter((line) => / \d{3} /.test(line) && line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  expect(rows.map(([, code, status, trpc]) => [code, { status: Number(status), trpc }])).toEqual(
    Object.entries(errorCatalogue).map(([code, { status, trpc }]) => [code, { status, trpc }]),
  );
  for (const [, , , , cause, remedy] of rows) expect(cause && remedy).toBeTruthy();
});

test('a tRPC mutation by GET is 405, as docs/api.md says', async () => {
  const { token } = await mintKey();
  const { status, text } = await send(`${gateway.url}/trpc/agents.create?input={}`, { token });
  const data = { code: 'METHOD_NOT_SUPPORTED', error: 'Invalid Request' };
  expect({ status, ...parse<object>(text) }).toMatchObject({ status: 405, error: { data } });
});

test('a tRPC batch with different statuses is 207, as docs/api.md says', async () => {
  const { token } = await mintKey();
  const input = encodeURIComponent(JSON.stringify({ 0: { limit: 1 }, 1: { key: 'nobody' } }));
  const { status } = await send(`${gateway.url}/trpc/agents.list,agents.get?batch=1&input=${input}`, {
    token,
  });
  expect(status).toBe(207);
});
