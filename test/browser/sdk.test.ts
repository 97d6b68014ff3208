// @module-tag Chromium
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { useGateways } from '../support/load/gateways.ts';
import { bundled } from './support/bundled.ts';
import { useBrowser } from './support/dashboard.ts';

const gateways = useGateways();
const closed = useGateway();
const browser = useBrowser();

/** An empty page of an origin of its own, with the SDK as `sdk`. */
async function openPage(): Promise<{ page: Page; origin: string }> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<title>Page'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = await browser.current.newPage();
  onTestFinished(async () => {
    await page.close();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.goto(origin);
  await page.evaluate(await bundled('sdk'));
  return { page, origin };
}

test('the SDK works in pages of origins that CORS_ORIGINS names, and in no others', async () => {
  const { page, origin } = await openPage();
  const open = await gateways.start(inject('databaseUrl'), { CORS_ORIGINS: origin });
  const { token } = await mintKey();
  const recordAndList = (baseUrl: string) =>
    page.evaluate(`(async () => {
      const { agents } = new sdk.Outturn({ apiKey: '${token}', baseUrl: '${baseUrl}', retries: 0 });
      try {
        for (const key of ['a', 'b', 'c']) await agents.create({ key });
        await agents.update('a', { name: 'Ada' });
        await agents.delete('b');
        const keys = [];
        for await (const { key } of agents.list({ limit: 1 })) keys.push(key);
        return keys;
      } catch (error) {
        return error.name;
      }
    })()`);

  expect(await recordAndList(closed.url)).toBe('OutturnConnectionError');
  expect(await recordAndList(open.url)).toEqual(['c', 'a']);
});
