import { beforeAll, expect, test } from 'vitest';
import { newToken } from '../../packages/service/src/people/api-keys/token.ts';
import { signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';
import { probed } from '../support/process-probe.ts';

const { env, probe } = probed();
const gateway = useOwnGateway(env);

const REQUESTS = 30;
/**
 * How many times the processor time of `/healthz` an answer without a key may cost; measured ones cost at most about 10
 * times.
 */
const MOST = 40;

const html = { accept: 'text/html' };
const json = { 'content-type': 'application/json' };
const calls = (count: number) => Array(count).fill('agents.list').join(',');
type Headers = Record<string, string>;
type Sent = { method?: string; headers?: Headers | (() => Headers); body?: string };

let reference: number;
let endedCookie: string;

/** Requests without an API key, each in its most expensive form. */
const keyless: Record<string, [path: string, sent?: Sent]> = {
  'the page of GraphiQL': ['/graphql', { headers: html }],
  'the page of GraphiQL for a long Accept': [
    '/graphql',
    { headers: { accept: `text/html${','.repeat(14_000)}` } },
  ],
  'the viewer of the documentation': ['/docs/viewer.js', { headers: { 'accept-encoding': 'identity' } }],
  'the description of REST': ['/v1/openapi.json', { headers: { 'accept-encoding': 'identity' } }],
  'the dashboard': ['/', { headers: { ...html, 'if-none-match': '"a",'.repeat(3_500) } }],
  'a path that does not exist': [`/${'a/'.repeat(6_000)}`],
  'REST without a key': ['/v1/revenues', { body: 'x'.repeat(1_000_000) }],
  'GraphQL without a key': ['/graphql', { body: JSON.stringify({ query: `{${' a'.repeat(100_000)}}` }) }],
  'GraphQL with a long cookie': ['/graphql?query={a}', { headers: { cookie: 'a=b; '.repeat(2_900) } }],
  'a batch of tRPC without a key': [`/trpc/${calls(50)}?batch=1`],
  'a stream of tRPC without a key': [
    `/trpc/${calls(50)}?batch=1`,
    { headers: { 'trpc-accept': 'application/jsonl' } },
  ],
  'REST with a key that does not exist': [
    '/v1/revenues',
    { headers: () => ({ authorization: `Bearer ${newToken()}` }) },
  ],
  'a call with the cookie of an ended session': [
    '/trpc/account.get',
    { headers: () => ({ cookie: endedCookie }) },
  ],
  'the session of a long cookie': ['/api/auth/get-session', { headers: { cookie: 'a=b; '.repeat(2_900) } }],
  'the end of no session': ['/api/auth/sign-out', { body: '{}', headers: json }],
  'the readiness': ['/readyz'],
};

/** Milliseconds of the gateway's processor time for some answers, each to another address. */
async function costOf(path: string, { headers = {}, ...sent }: Sent = {}): Promise<number> {
  const ask = () =>
    send(`${gateway.url}${path}`, { ...sent, headers: typeof headers === 'function' ? headers() : headers });
  // Warms up, so that content that is built once exists.
  await ask();
  const before = (await probe()).processor;
  for (let i = 0; i < REQUESTS; i++) await ask();
  return (await probe()).processor - before;
}

beforeAll(async () => {
  const browser = await signedUp(gateway.url);
  endedCookie = browser.cookie;
  await browser.signOut();
  await costOf('/healthz');
  reference = await costOf('/healthz');
});

test.each(Object.entries(keyless))(`%s costs less than ${MOST} times /healthz`, async (_, [path, sent]) => {
  expect(await costOf(path, sent)).toBeLessThan(MOST * reference);
});
