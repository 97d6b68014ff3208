import { beforeAll, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { createStore } from '../support/limited-role.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn, runProgram } from '../support/load/run-outturn.ts';
import { buildNextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { outturn } from '../support/program.ts';
import { places, schemasIn } from '../support/schema-places.ts';

const gateways = useGateways();
let next: string;
beforeAll(async () => {
  next = await buildNextVersion({ hasFence: true });
}, 120_000);

test.each(Object.entries(places))('role that owns only a schema %s upgrades', async (_, place) => {
  const { url, admin, role } = await createStore(place.create);
  expect(await runOutturn(url, 'migrate')).toMatchObject({ code: 0, errors: '' });
  expect(await runProgram(next, url, 'migrate')).toMatchObject({
    code: 0,
    output: 'Ran 999-next-version.\n',
    errors: '',
  });
  expect(await schemasIn(admin)).toEqual([place.schema(role)]);
});

test('gateway of such a role records after its first, second and third start and after an upgrade', async () => {
  const { url, admin, role } = await createStore(places['of the name of its role'].create);
  const { output } = await runOutturn(url, 'keys', 'create', '--developer', 'acme');
  const token = output.trim();
  const body = JSON.stringify({ ...minimal, customerKey: 'c', sessionKey: 's' });
  for (const program of [outturn, outturn, outturn, next]) {
    const gateway = await gateways.start(url, {}, { program });
    expect((await send(`${gateway.url}/v1/revenues`, { token, body })).status).toBe(201);
    expect((await send(`${gateway.url}/readyz`)).status).toBe(200);
    await gateway.stop();
  }
  expect(await runProgram(next, url, 'rollups', 'verify')).toMatchObject({ code: 0 });
  expect(await schemasIn(admin)).toEqual([role]);
  expect(await on(url, 'select count(*)::int from revenues')).toEqual([{ count: 4 }]);
});
