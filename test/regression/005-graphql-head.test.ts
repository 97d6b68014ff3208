import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

// It was answered with 500, as text.
test.each(['', '?query={__typename}'])('HEAD /graphql%s is refused like other methods', async (query) => {
  const { token } = await mintKey();
  const { status, headers, text } = await send(`${gateway.url}/graphql${query}`, { token, method: 'HEAD' });
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe('GET, POST');
  expect(text).toBe('');
});
