import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

// It was "The request is invalid.".
test.each(['GET', 'POST'])('a tRPC batch of 51 by %s is told of the limit, once', async (method) => {
  const { token } = await mintKey();
  const paths = Array.from({ length: 51 }, () => 'agents.list').join(',');
  const { status, text } = await send(`${gateway.url}/trpc/${paths}?batch=1`, {
    token,
    ...(method === 'POST' && { body: '{}' }),
  });

  expect(status).toBe(400);
  expect(parse(text)).toMatchObject({
    error: {
      message: 'A batch has at most 50 calls. Send the others in a batch of their own.',
      data: { error: 'Invalid Request', code: 'BAD_REQUEST', httpStatus: 400 },
    },
  });
});
