import { expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdQuestions } from '../support/load/held.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

test('a question that takes too long ends with what to change, and delays no other call', async () => {
  const { url } = await gateways.start(store.url);
  const { token } = await openAccount(store.database);
  const held = await holdQuestions(store.database);

  const query = '{ analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { revenue } } }';
  const asked = Array.from({ length: 3 }, () =>
    send(`${url}/graphql`, { token, body: JSON.stringify({ query }) }),
  );
  const list = await send(`${url}/v1/revenues`, { token });
  expect(list.status).toBe(200);
  const first = await Promise.race(asked);
  expect(JSON.parse(first.text)).toMatchObject({
    data: { analytics: null },
    errors: [
      {
        message: expect.stringMatching(
          /^The question took longer than 15 seconds\. Ask for a shorter window, longer steps or fewer groups\.$/,
        ),
        extensions: { code: 'Question Too Large', status: 400 },
      },
    ],
  });

  await held.release();
  // Its turn came when the others had timed out.
  expect(JSON.parse((await asked.at(-1))?.text ?? '')).toMatchObject({
    data: { analytics: { totals: { revenue: '0' } } },
  });
}, 60_000);
