import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const slice = 'analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { revenue } }';

// It was told to send what it had sent: "The answer is JSON. Send … "Accept: application/json"."
test('a subscription that accepts JSON alone is told what streams are accepted with', async () => {
  const { token } = await mintKey();
  const { status, text } = await send(`${gateway.url}/graphql`, {
    token,
    headers: { accept: 'application/json' },
    body: JSON.stringify({ query: `subscription { ${slice} }` }),
  });

  expect(status).toBe(406);
  const { errors } = parse<{ errors: { message: string }[] }>(text);
  expect(errors).toMatchObject([
    { message: expect.stringMatching(/subscriptions with "Accept: text\/event-stream"/) },
  ]);
});
