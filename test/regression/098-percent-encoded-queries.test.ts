import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();

async function list(query: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const { received, closed } = await openRaw(
    gateway.url,
    rawRequest(`GET /v1/revenues?${query}`, { headers }),
  );
  await closed;
  const [answer] = answersIn(received());
  return { status: answer?.status, body: parse(answer?.body ?? '') };
}

// It was taken literally: ?agentKey=%ff listed the revenues of the agent whose key is "%ff", or none.
test.each(['%ff', '%', 'a%2', '100%', 'caf%E9', '%zz', '%ed%a0%80'])(
  'a filter that is %s is refused',
  async (key) => {
    const { token } = await mintKey();
    const revenue = { amount: '1.00', recordedAt: '2024-01-15T10:30:00.000Z', agentKey: key };
    const made = await send(`${gateway.url}/v1/revenues`, { token, body: JSON.stringify(revenue) });
    expect(made.status).toBe(201);

    expect(await list(`limit=1&agentKey=${key}&sort=id`, token)).toMatchObject({
      status: 400,
      body: {
        code: 'Invalid Request',
        message: 'agentKey is not valid percent-encoding: a percent sign itself is written as %25',
      },
    });
    expect(await list(`agentKey=${encodeURIComponent(key)}`, token)).toMatchObject({
      status: 200,
      body: [{ agentKey: key }],
    });
  },
);

test('a name that cannot be decoded is refused as it was sent', async () => {
  const { token } = await mintKey();
  expect(await list('%ff=1', token)).toMatchObject({
    status: 400,
    body: { message: '%ff is not valid percent-encoding: a percent sign itself is written as %25' },
  });
});
