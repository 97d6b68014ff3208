import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const gateways = useGateways();
const empty = usePrivateDatabase();
const HOST = '127.0.0.2';
/** Elsewhere all of 127.0.0.0/8 is this machine. */
const isMac = process.platform === 'darwin';

// They named localhost, where nothing listened.
test.skipIf(isMac)('what is printed leads to the one address that HOST names', async () => {
  const { output } = await gateways.start(empty.url, { HOST });
  const links = output().match(/http:\/\/[^/"\s]+/g) ?? [];
  const [origin = ''] = links;
  // The claim link, three calls to try, and the line of the log.
  expect(links).toEqual(Array.from({ length: 5 }, () => origin));
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
  expect((await send(`${origin}/healthz`)).status).toBe(200);
});

test('a claim link of the command line names HOST, or PUBLIC_URL where that is set', async () => {
  const { developer } = await mintKey();
  const link = async () => (await runOutturn(inject('databaseUrl'), 'developers', 'claim', developer)).output;
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv('HOST', HOST);
  expect(await link()).toMatch(/^http:\/\/127\.0\.0\.2:3000\/claim\?token=/);
  vi.stubEnv('PUBLIC_URL', 'https://outturn.example');
  expect(await link()).toMatch(/^https:\/\/outturn\.example\/claim\?token=/);
});
