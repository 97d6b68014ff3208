import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Browser, fromOurPage, newEmail, signedUp } from './browser.ts';
import { headersOf } from './drivers/http.ts';
import type { Gateway } from './gateway.ts';
import { waitUntil } from './load/wait-until.ts';

/** Signs in through all gateways in turn, and expects them to count, take back and reset failures together. */
export async function expectSharedDelays(gateways: readonly Gateway[]): Promise<void> {
  const email = newEmail();
  let calls = 0;
  const next = () => gateways[calls++ % gateways.length] as Gateway;
  // A new connection each time, which another worker may accept.
  const headers = { connection: 'close' };
  const signIn = async (password: string) => {
    const body = { email, password };
    return (await new Browser(next().url).send('/api/auth/sign-in/email', { body, headers })).status;
  };
  const fail = () => signIn('a wrong one');
  /** The delay of an attempt whose client disconnects once it is delayed. */
  const delayOfLeaver = async () => {
    const gateway = next();
    const requestId = randomUUID();
    const gone = new AbortController();
    const attempt = fetch(`${gateway.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        ...headersOf({ headers }),
        ...fromOurPage,
        origin: gateway.url,
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify({ email, password: 'a wrong one' }),
      signal: gone.signal,
    }).catch(() => undefined);
    let delay: number | undefined;
    await waitUntil('the log tells the delay', () => {
      delay = delayIn(gateway.output(), requestId);
      return delay !== undefined;
    });
    gone.abort();
    await attempt;
    return delay;
  };

  await signedUp(next().url, email);
  for (let i = 0; i < 5; i++) expect(await fail()).toBe(401);
  expect(await delayOfLeaver()).toBe(1);
  await expect.poll(delayOfLeaver).toBe(1);
  expect(await signIn('correct horse')).toBe(200);
  for (let i = 0; i < 5; i++) expect(await fail()).toBe(401);
  await expect.poll(delayOfLeaver).toBe(1);
}

function delayIn(output: string, requestId: string): number | undefined {
  const line = output.split('\n').find((one) => one.includes('sign_in_delayed') && one.includes(requestId));
  return line === undefined ? undefined : Number(/"delay":(\d+)/.exec(line)?.[1]);
}
