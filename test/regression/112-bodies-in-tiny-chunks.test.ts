import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { probed } from '../support/process-probe.ts';
import { answersIn, openRaw, type RawConnection } from '../support/raw-connection.ts';

const CHUNKS = 300_000;
const MOST_GROWTH = 20e6;

const store = usePrivateDatabase();
const gateways = useGateways();
const { env, probe } = probed();
let connection: RawConnection | undefined;
afterAll(() => connection?.socket.destroy());

// Each chunk was kept as it came, in 400 bytes of memory: a body of 4 MB, sent in chunks of one byte, took 1.7 GB.
test(`a body in ${CHUNKS} chunks of one byte takes as much memory as it has bytes`, {
  timeout: 60_000,
}, async () => {
  const { url } = await gateways.start(store.url, env);
  const { token } = await openAccount(store.database);
  const before = await probe();
  const chunks = (text: string) => [...text].map((byte) => `1\r\n${byte}\r\n`).join('');
  const head = [
    'POST /v1/revenues/batch HTTP/1.1',
    'host: outturn',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
    '\r\n',
  ].join('\r\n');
  const { socket, received } = await openRaw(url, head + chunks(`[${JSON.stringify(minimal)}`));
  connection = { socket, received, closed: Promise.resolve(0) };
  await new Promise<void>((resolve, reject) =>
    socket.write(chunks(' ').repeat(CHUNKS), (error) => (error ? reject(error) : resolve())),
  );
  // Longer than the gateway takes to read what the system has for it.
  let grown = 0;
  for (let i = 0; i < 10; i++) {
    await sleep(200);
    const { heap, external } = await probe();
    grown = Math.max(grown, heap + external - before.heap - before.external);
  }
  expect(grown).toBeLessThan(MOST_GROWTH);

  socket.write(`${chunks(']')}0\r\n\r\n`);
  await waitUntil('an answer', () => answersIn(received()).length > 0);
  expect(answersIn(received())[0]?.status).toBe(200);
});
