import { createOutturnClient } from '@outturn/client';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { factKinds, randomFact } from '../support/load/facts.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Random } from '../support/load/random.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useUnsteadyProxies } from '../support/unsteady-proxy.ts';

const RECORDS = figure(1_000, 10_000);
const CUTS = figure(3, 20);
const WRITERS = 16;

const store = usePrivateDatabase();
const gateways = useGateways();
const startProxy = useUnsteadyProxies();

test(`${RECORDS} records written through one gateway are seen once each by a subscriber of another`, {
  timeout: 600_000,
}, async () => {
  const [writing, reading] = await Promise.all([gateways.start(store.url), gateways.start(store.url)]);
  const { token: apiKey } = await openAccount(store.database);
  const proxy = await startProxy(reading.url);
  const writer = createOutturnClient({ url: writing.url, apiKey });
  const reader = createOutturnClient({ url: proxy.url, apiKey });

  const seen: string[] = [];
  let connections = 0;
  const failures: unknown[] = [];
  const subscription = reader.records.live.subscribe(
    {},
    {
      onStarted: () => connections++,
      onData: ({ data }) => {
        if ('record' in data) seen.push(`${data.kind} ${data.record.id}`);
      },
      onError: (error) => failures.push(error),
    },
  );
  await waitUntil('it listens', () => connections > 0);

  const random = new Random(31);
  const written: string[] = [];
  let next = 0;
  const write = async () => {
    while (next < RECORDS) {
      const { kind, input } = randomFact(random, random.pick(factKinds), `${next++}`);
      // The generator makes valid input for the operation of the kind.
      const { id } = await writer[kind].record.mutate(input as never);
      written.push(`${kind} ${id}`);
    }
  };
  const disrupt = async () => {
    for (let cut = 1; cut <= CUTS; cut++) {
      await waitUntil('more is written', () => written.length >= (cut * RECORDS) / (CUTS + 1));
      proxy.cut();
      await waitUntil('it listens again', () => connections > cut);
    }
  };
  await Promise.all([disrupt(), ...Array.from({ length: WRITERS }, write)]);
  // Outcomes that goals and tools generate are records, too, but not the writers' own.
  const ofWriters = () => seen.filter((record) => writtenOnes.has(record));
  const writtenOnes = new Set(written);
  await waitUntil('all has arrived', () => ofWriters().length >= RECORDS);
  subscription.unsubscribe();

  expect(failures).toEqual([]);
  expect(connections).toBe(CUTS + 1);
  expect(ofWriters().sort()).toEqual(written.sort());
  expect(new Set(seen).size).toBe(seen.length);
});
