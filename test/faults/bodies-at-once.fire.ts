import { afterAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { probed } from '../support/process-probe.ts';
import { answersIn, openRaw, type RawConnection, rawRequest } from '../support/raw-connection.ts';

const MiB = 1024 ** 2;
/** The limit of one developer for bodies being read: half of the limit for all. */
const MOST = 64 * MiB;
const SENT = 7 * MiB;
/** The buffer that holds such a body, as buffers double. */
const HELD = 8 * MiB;
const UPLOADS = 24;

const store = usePrivateDatabase();
const gateways = useGateways();
const { env, probe } = probed();
const open: RawConnection[] = [];
afterAll(() => {
  for (const { socket } of open) socket.destroy();
});

/** Sends a batch of one record without its last character. */
async function uploadAlmost(url: string, { token }: Account): Promise<RawConnection> {
  const body = `[${JSON.stringify(minimal)}`.padEnd(SENT);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length + 1,
  };
  const connection = await openRaw(url, rawRequest('POST /v1/revenues/batch', { headers, body }));
  open.push(connection);
  return connection;
}

const uploadMany = (url: string, account: Account, length: number) =>
  Promise.all(Array.from({ length }, () => uploadAlmost(url, account)));

async function finish(connection: RawConnection): Promise<number | undefined> {
  connection.socket.write(']');
  await waitUntil('an answer', () => answersIn(connection.received()).length > 0);
  return answersIn(connection.received())[0]?.status;
}

test('bodies being read share a budget: a developer who exceeds it is refused, and others are not', {
  timeout: 120_000,
}, async () => {
  const { url } = await gateways.start(store.url, env);
  const many = await openAccount(store.database);
  const neighbour = await openAccount(store.database);
  for (const account of [many, neighbour]) {
    const [first] = await uploadMany(url, account, 1);
    expect(await finish(first as RawConnection)).toBe(200);
  }
  const before = await probe();

  const uploads = await uploadMany(url, many, UPLOADS);
  const isRefused = ({ received }: RawConnection) => answersIn(received()).length > 0;
  const taken = Math.floor(MOST / HELD);
  await waitUntil('the rest is refused', () => uploads.filter(isRefused).length >= UPLOADS - taken);
  const during = await probe();
  expect(during.heap + during.external - before.heap - before.external).toBeLessThan(MOST + 16 * MiB);

  const refused = uploads.filter(isRefused);
  for (const { received } of refused) {
    expect(received()).toMatch(/^HTTP\/1.1 429 .*\r\nretry-after: 1\r\n/is);
    expect(answersIn(received())[0]?.body).toContain(
      '"Too many large bodies are being sent, or answers not yet read, at once. Retry after a second."',
    );
  }
  const [ofNeighbour] = await uploadMany(url, neighbour, 1);
  expect(await finish(ofNeighbour as RawConnection)).toBe(200);
  const headers = { authorization: `Bearer ${many.token}`, 'content-type': 'application/json' };
  const single = await fetch(`${url}/v1/revenues`, {
    method: 'POST',
    headers,
    body: JSON.stringify(minimal),
  });
  expect(single.status, 'a record of the same account').toBe(201);

  const kept = uploads.filter((upload) => !isRefused(upload));
  expect(kept.length).toBeGreaterThanOrEqual(taken - 1);
  const [gone, ...others] = kept;
  gone?.socket.destroy();
  for (const upload of others) expect(await finish(upload)).toBe(200);

  // All of the budget was given back, however the bodies ended.
  for (const upload of await uploadMany(url, many, taken)) expect(await finish(upload)).toBe(200);
});
