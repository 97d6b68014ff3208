import {
  createService,
  type Operation,
  operations,
  type Principal,
  type Service,
  sessionsOfEach,
} from '@outturn/service';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { figure } from '../support/load/figures.ts';

const RUNS = figure(20, 500);

const store = usePrivateDatabase();
/** Two gateways, each with a cache of its own. */
let services: Service[];

beforeAll(async () => {
  services = [];
  for (let i = 0; i < 2; i++) services.push(await createService({ url: store.url, connections: 10 }));
});
afterAll(async () => {
  for (const service of services ?? []) await service.close();
});

const kinds = {
  events: { time: 'occurredAt', input: { type: 'llm.call' } },
  revenues: { time: 'recordedAt', input: { amount: '1' } },
  goals: { time: 'achievedAt', input: { goalKey: 'valued' } },
  outcomes: { time: 'generatedAt', input: { value: '1' } },
} as const;
type Kind = keyof typeof kinds;

type Sent = {
  kind: Kind;
  sessionKey: string;
  agentKey: string | null;
  customerKey: string | null;
  minute: number;
  /** Its position in `services`. */
  gateway: number;
  isAlone: boolean;
};

const key = (...keys: string[]) => fc.option(fc.constantFrom(...keys), { nil: null });
const records = fc.uniqueArray(
  fc.record<Sent>({
    kind: fc.constantFrom(...(Object.keys(kinds) as Kind[])),
    sessionKey: fc.constantFrom('s', 't'),
    agentKey: key('a', 'b', 'c'),
    customerKey: key('x', 'y'),
    minute: fc.integer({ min: 0, max: 59 }),
    gateway: fc.nat({ max: 1 }),
    isAlone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12, selector: ({ minute }) => minute },
);

const inputOf = ({ kind, minute, sessionKey, agentKey, customerKey }: Sent) => ({
  ...kinds[kind].input,
  [kinds[kind].time]: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  sessionKey,
  agentKey,
  customerKey,
});

/** Neighbours of one kind and gateway may share a statement. */
async function send(principal: Principal, sent: readonly Sent[]): Promise<void> {
  const call = { principal, requestId: 'record' };
  for (let i = 0; i < sent.length; ) {
    const { kind, gateway, isAlone } = sent[i] as Sent;
    let end = i + 1;
    while (!isAlone && sent[end]?.kind === kind && sent[end]?.gateway === gateway) end++;
    const items = sent.slice(i, end).map(inputOf);
    const service = services[gateway] as Service;
    const record: Operation = operations[kind].recordBatch;
    const { output } = await service.execute(record, call, items);
    expect(output.value).toMatchObject({ created: items.length });
    i = end;
  }
}

type Owners = { agentKey: string | null; customerKey: string | null };

function expected(sent: readonly Sent[]): Map<string, Owners> {
  const byTime = sent.toSorted((a, b) => a.minute - b.minute);
  const first = (session: string, name: keyof Owners) =>
    byTime.find((one) => one.sessionKey === session && one[name] !== null)?.[name] ?? null;
  const keys = new Set(sent.map(({ sessionKey }) => sessionKey));
  return new Map(
    [...keys].map((session) => [
      session,
      { agentKey: first(session, 'agentKey'), customerKey: first(session, 'customerKey') },
    ]),
  );
}

/** Lists, filters, single reads and relations. */
async function expectOwners(principal: Principal, owners: Map<string, Owners>): Promise<void> {
  const [service] = services as [Service];
  const call = { principal, requestId: 'read' };
  const all = (await service.execute(operations.sessions.list, call, {})).output.value.items;
  const shown = all.map(({ key, agentKey, customerKey }) => [key, { agentKey, customerKey }] as const);
  expect(new Map(shown)).toEqual(owners);
  for (const session of all)
    expect((await service.execute(operations.sessions.get, call, { key: session.key })).output.value).toEqual(
      session,
    );
  for (const [group, name] of [
    ['agents', 'agent'],
    ['customers', 'customer'],
  ] as const) {
    const known = (await service.execute(operations[group].list, call, {})).output.value.items;
    const ids = known.map(({ id }) => id);
    const of = { parent: group, ids };
    const pages = (await service.execute(sessionsOfEach, call, of)).output.value;
    for (const [i, { id, key }] of known.entries()) {
      const own = all.filter((session) => session[`${name}Id`] === id);
      expect(own).toEqual(all.filter((session) => session[`${name}Key`] === key));
      expect(pages[i]?.items).toEqual(own);
      const filter = { [`${name}Key`]: key };
      expect((await service.execute(operations.sessions.list, call, filter)).output.value.items).toEqual(own);
    }
  }
}

async function newAccount(): Promise<Principal> {
  const [service] = services as [Service];
  const principal = await newPrincipal(service, store);
  const valued = { key: 'valued', value: '2' };
  await service.execute(operations.goalTypes.create, { principal, requestId: 'value' }, valued);
  return principal;
}

test(`session has the owners of its earliest records, in any order of arrival (${RUNS} times)`, {
  timeout: 600_000,
}, async () => {
  const law = fc.asyncProperty(
    records.chain((sent) =>
      fc.tuple(fc.constant(sent), fc.shuffledSubarray(sent, { minLength: sent.length })),
    ),
    async ([sent, shuffled]) => {
      for (const order of [sent, shuffled]) {
        const principal = await newAccount();
        await send(principal, order);
        await expectOwners(principal, expected(sent));
      }
    },
  );
  await fc.assert(law, { numRuns: RUNS, endOnFailure: false });
});

test('concurrent records of two gateways leave the owners of the earliest', async () => {
  const principal = await newAccount();
  const sent = { kind: 'events', sessionKey: 's', isAlone: true } as const;
  const all = Array.from({ length: 60 }, (_, i): Sent => {
    const minute = (i * 37) % 60;
    const names = { agentKey: minute < 7 ? null : `agent-${minute}`, customerKey: `customer-${minute}` };
    return { ...sent, ...names, minute, gateway: i % 2 };
  });
  await Promise.all(all.map((one) => send(principal, [one])));
  await expectOwners(principal, expected(all));
});

test('records of one time are ordered by their ids', async () => {
  const principal = await newAccount();
  const sent = { kind: 'events', sessionKey: 's', customerKey: null, minute: 1, isAlone: true } as const;
  const named = (agentKey: string, gateway: number): Sent => ({ ...sent, agentKey, gateway });
  for (const record of [named('first', 0), named('second', 1), named('third', 0)])
    await send(principal, [record]);
  await expectOwners(principal, new Map([['s', { agentKey: 'first', customerKey: null }]]));
});
