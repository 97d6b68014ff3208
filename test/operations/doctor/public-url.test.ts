import { beforeAll, expect, test } from 'vitest';
import { DOCTOR_HEADER, DOCTOR_PATH } from '../../../apps/gateway/src/http/doctor-route.ts';
import { examine } from '../../support/doctor.ts';
import { send } from '../../support/drivers/http.ts';
import { usePrivateDatabase } from '../../support/drivers/private-database.ts';
import { freePort } from '../../support/free-port.ts';
import { makeCertificate, passTo, serveFront, trust } from '../../support/front.ts';
import { useGateways } from '../../support/load/gateways.ts';

const SESSION_SECRET = 'the session secret of the examined gateway';
const store = usePrivateDatabase();
const gateways = useGateways();
const started = { url: '' };
/** Its `PUBLIC_URL`, another name of the same port. */
const front = { url: '' };

beforeAll(async () => {
  const port = await freePort();
  started.url = `http://127.0.0.1:${port}`;
  front.url = `http://localhost:${port}`;
  await gateways.start(store.url, {
    SESSION_SECRET,
    PORT: String(port),
    PUBLIC_URL: front.url,
    DATABASE_POOL_SIZE: '8',
  });
});

const found = (PUBLIC_URL: string, more: NodeJS.ProcessEnv = {}) =>
  examine('public URL', { PUBLIC_URL, SESSION_SECRET, ...more });
const forwarded = { 'x-forwarded-for': '192.0.2.7' };

test('address of a gateway with the same settings is in order', async () => {
  expect(await found(front.url)).toEqual([`ok: ${front.url} leads to a gateway of these settings.`]);
});

const inProduction = { NODE_ENV: 'production', DATA_DIR: 'data' };

test('address without TLS, or none, is a warning in production', async () => {
  expect(await found(front.url, inProduction)).toEqual([
    expect.stringMatching(/^warning: PUBLIC_URL is http:.* session cookies are not Secure/),
  ]);
  expect(await found('', inProduction)).toEqual([expect.stringMatching(/^warning: PUBLIC_URL is not set, /)]);
  expect(await found('')).toEqual([]);
});

test.each([
  ['closed port', 'http://127.0.0.1:1', /cannot be reached from this machine: connect ECONNREFUSED.* Start/],
  [
    'name that does not exist',
    'http://nothing.invalid',
    /cannot be resolved here \(E\w+\)\. Make a DNS record/,
  ],
])('%s is an error', async (_, url, finding) => {
  expect(await found(url)).toEqual([expect.stringMatching(finding)]);
});

test.each([
  ['another program', 200, 'hello', /^error: Another program than Outturn answers at PUBLIC_URL/],
  ['a proxy without a gateway', 502, 'Bad Gateway', /^error: A proxy at .* answers 502 .* Start the gateway/],
])('%s is an error', async (_, status, body, finding) => {
  const url = await serveFront((__, response) => void response.writeHead(status).end(body));
  expect(await found(url)).toEqual([expect.stringMatching(finding)]);
});

test('server that does not answer, and a redirect, are errors', async () => {
  const silent = await serveFront(() => undefined);
  const moved = await serveFront(
    (_, response) =>
      void response.writeHead(301, { location: 'https://outturn.example/?token=open-sesame' }).end(),
  );
  expect(await Promise.all([silent, moved].map((url) => found(url)))).toEqual([
    [expect.stringMatching(/^error: PUBLIC_URL .* no answer within 3\.5 seconds/)],
    [
      expect.stringMatching(
        /^error: PUBLIC_URL .* redirects to https:\/\/outturn\.example\/\?token=\[redacted\]/,
      ),
    ],
  ]);
});

test('gateway of another secret is an error that does not show either', async () => {
  const [finding = ''] = await found(front.url, { SESSION_SECRET: 'another secret of another installation' });
  expect(finding).toMatch(
    /^error: The gateway at .* has another session secret\. .* the same SESSION_SECRET\.$/,
  );
  expect(finding).not.toMatch(/examined|installation/);
});

test('address that the check asks does not exist for callers without the secret', async () => {
  for (const token of [undefined, 'wrong', SESSION_SECRET]) {
    const headers: Record<string, string> = token === undefined ? {} : { [DOCTOR_HEADER]: token };
    expect(await send(`${started.url}${DOCTOR_PATH}`, { headers })).toMatchObject({
      status: 404,
      text: expect.stringContaining(`There is nothing at ${DOCTOR_PATH}.`),
    });
  }
});

test('gateway that was started with another PUBLIC_URL is an error', async () => {
  expect(await found(started.url)).toEqual([
    `error: The gateway at ${started.url} was started with PUBLIC_URL=${front.url}, so browsers cannot sign in. Restart it.`,
  ]);
});

test('proxy that adds addresses other than TRUST_PROXY says is a warning', async () => {
  const url = await serveFront(passTo(() => started.url, forwarded));
  expect(await found(url)).toContainEqual(
    expect.stringMatching(/^warning: .* arrive with 1 addresses in X-Forwarded-For, .* Set TRUST_PROXY=1,/),
  );
});

/** A proxy with TLS in front of the gateway. */
async function serveTls(
  days: number,
  { isTrusted = true, headers = forwarded as Record<string, string> } = {},
) {
  const certificate = await makeCertificate(days);
  if (isTrusted) trust(certificate);
  return serveFront(
    passTo(() => started.url, headers),
    certificate,
  );
}

test('proxy with TLS that forwards no address is a warning', { tags: 'openssl' }, async () => {
  expect(await found(await serveTls(30, { headers: {} }))).toContainEqual(
    expect.stringMatching(/^warning: The proxy at .* sends no X-Forwarded-For, .* set TRUST_PROXY=1\.$/),
  );
});

test('certificate that ends soon is a warning, and an expired or untrusted one an error', {
  tags: 'openssl',
}, async () => {
  const ends = /^warning: The certificate of .* ends in [45] days\. Renew it\.$/;
  expect(await found(await serveTls(5))).toContainEqual(expect.stringMatching(ends));
  expect(await found(await serveTls(-1))).toEqual([
    expect.stringMatching(/^error: The certificate of PUBLIC_URL .* has expired\. Renew it\.$/),
  ]);
  expect(await found(await serveTls(30, { isTrusted: false }))).toEqual([
    expect.stringMatching(
      /^error: The certificate of PUBLIC_URL .* is not valid \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Install/,
    ),
  ]);
});
