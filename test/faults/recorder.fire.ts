import {
  Outturn,
  OutturnAmountError,
  OutturnApiError,
  OutturnConnectionError,
  type Recorded,
  type RecorderFailure,
  type RecordKind,
} from '@outturn/sdk';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type Fault, useFaultyProxies } from '../support/faulty-proxy.ts';
import { openAccount } from '../support/load/account.ts';
import { type Fact, factKinds, randomFact, spoiled } from '../support/load/facts.ts';
import { bound, figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Random } from '../support/load/random.ts';
import { readStored } from '../support/load/stored-facts.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const RECORDS = figure(1_000, 20_000);
const store = usePrivateDatabase();
const gateways = useGateways();
const startProxy = useFaultyProxies();
const startTcpProxy = useTcpProxies();

const faults: Fault[] = [429, 500, 'reset', 'lose answer', 'truncate', 'hang', 'reject half'];

type Told = { fact: Fact; result: PromiseSettledResult<Recorded<RecordKind>> };

test(`${RECORDS} records through a server that fails half of the time are each recorded once, or reported`, {
  timeout: 900_000,
}, async () => {
  const gateway = await gateways.start(store.url);
  const account = await openAccount(store.database);
  const random = new Random(11);
  // A separate generator: the same faults in every run, whichever request they hit.
  const faultChoice = new Random(12);
  const proxy = await startProxy(gateway.url, () =>
    faultChoice.chance(0.5) ? faultChoice.pick(faults) : 'pass',
  );
  const client = new Outturn({ apiKey: account.token, baseUrl: proxy.url, timeout: 250 });
  const failures: RecorderFailure[] = [];
  // So few retries that some records are given up.
  const recorder = client.recorder({
    maxBatch: 25,
    maxQueue: 400,
    retries: 1,
    onError: (failure) => failures.push(failure),
  });

  const told: Promise<Told>[] = [];
  for (let i = 0; i < RECORDS; i++) {
    const sound = randomFact(random, random.pick(factKinds), `${i}`);
    const fact = random.chance(0.02) ? spoiled(random, sound) : sound;
    await recorder.ready();
    // The generator makes both valid and invalid input.
    const recording = recorder.record(fact.kind, fact.input as never);
    told.push(Promise.allSettled([recording]).then(([result]) => ({ fact, result })));
  }
  const counts = await recorder.close().catch((error) => error);
  const all = await Promise.all(told);

  // Every record was reported as recorded, or as failed in both ways.
  const recorded = all.flatMap(({ result }) => (result.status === 'fulfilled' ? [result.value] : []));
  const errors = all.flatMap(({ result }) => (result.status === 'rejected' ? [result.reason] : []));
  expect(recorded.length + failures.length).toBe(RECORDS);
  expect(counts).toMatchObject({ recorded: recorded.length, lost: failures.length, pending: 0 });
  expect(new Set(failures.map(({ error }) => error))).toEqual(new Set(errors));
  expect(new Set(proxy.seen.map(({ fault }) => fault))).toEqual(new Set(['pass', ...faults]));

  // Every recorded one is stored once; others may be stored only if they were given up, because an answer may have been
  // lost.
  const stored = async () => (await readStored(store.database, account.developerId)).facts;
  const ids = new Set(recorded.map(({ record }) => record.id));
  expect(ids.size).toBe(recorded.length);
  const before = await stored();
  const givenUp = failures.filter(({ error }) => !isInvalid(error));
  expect(before.filter(({ id }) => ids.has(id))).toHaveLength(ids.size);
  expect(before.length - ids.size).toBeLessThanOrEqual(givenUp.length);
  expect(givenUp.length).toBeGreaterThan(0);

  // Recording the given-up ones again stores each once, whether it had arrived or not.
  const direct = new Outturn({ apiKey: account.token, baseUrl: gateway.url });
  const refused: RecorderFailure[] = [];
  const second = direct.recorder({ onError: (failure) => refused.push(failure) });
  for (const { kind, item } of failures) second.record(kind, item);
  const secondCounts = await second.close().catch((error) => error);
  expect(secondCounts).toMatchObject({
    recorded: failures.length - refused.length,
    lost: refused.length,
  });
  expect(await stored()).toHaveLength(RECORDS - refused.length);
  expect(refused.filter(({ error }) => !isInvalid(error))).toEqual([]);
  expect(refused).not.toEqual([]);
});

test('records of a server that hangs, dies, comes back and is busy are those that the recorder counts', async () => {
  const first = await gateways.start(store.url);
  const way = await startTcpProxy(first.url);
  const phases: Fault[] = ['pass', 'hang', 'lose answer', 'pass'];
  const proxy = await startProxy(new URL(way.url).origin, () => phases.shift() ?? 'pass');
  const account = await openAccount(store.database);
  const recorder = new Outturn({ apiKey: account.token, baseUrl: proxy.url, timeout: 500 }).recorder({
    flushInterval: 5,
  });
  const answered: Promise<Recorded<'events'>>[] = [];
  const record = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await recorder.ready();
      answered.push(recorder.record('events', { type: 'llm.call' }));
    }
  };

  await record(1_000);
  await waitUntil('an answer was lost', () => phases.length <= 1);
  await record(500);
  await first.stop('SIGKILL');
  const failed = proxy.seen.length;
  await record(500);
  await waitUntil('a request failed', () => proxy.seen.length > failed);
  phases.push(429, 429);
  way.lead((await gateways.start(store.url)).url);
  await record(500);

  expect(await recorder.close()).toEqual({ recorded: 2_500, lost: 0 });
  const ids = (await Promise.all(answered)).map(({ record }) => record.id);
  const { facts } = await readStored(store.database, account.developerId);
  expect(facts.map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('records of a server that stays away for too long are lost, and later ones are stored', async () => {
  const gateway = await gateways.start(store.url);
  const way = await startTcpProxy(gateway.url);
  const account = await openAccount(store.database);
  const failures: RecorderFailure[] = [];
  const recorder = new Outturn({ apiKey: account.token, baseUrl: way.url }).recorder({
    maxBatch: 10,
    maxAge: 4_000,
    onError: (failure) => failures.push(failure),
  });
  const record = (count: number) => {
    for (let i = 0; i < count; i++) recorder.record('events', { type: 'llm.call' });
  };

  record(20);
  expect(await recorder.flush()).toEqual({ recorded: 20, lost: 0 });
  way.set('closed');
  record(55);
  const started = performance.now();
  await expect(recorder.flush({ timeout: 10 })).rejects.toMatchObject({ recorded: 0, lost: 0, pending: 55 });
  await expect(recorder.flush()).rejects.toMatchObject({ recorded: 0, lost: 55, pending: 0 });
  expect(performance.now() - started).toBeLessThan(bound(20_000, 5_000));
  way.set('open');
  record(7);
  expect(await recorder.close()).toEqual({ recorded: 7, lost: 0 });

  expect(failures).toHaveLength(55);
  expect(failures[0]?.error).toMatchObject({
    message: 'Not recorded within 4000 ms',
    cause: OutturnConnectionError.prototype,
  });
  const { facts } = await readStored(store.database, account.developerId);
  expect(facts).toHaveLength(27);
});

/** Whether the client or the server refused the record for what it holds. */
function isInvalid(error: unknown): boolean {
  if (error instanceof OutturnAmountError) return true;
  return error instanceof OutturnApiError && error.code === 'Invalid Request';
}
