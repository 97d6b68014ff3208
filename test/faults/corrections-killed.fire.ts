import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordKinds, verifyRollups } from '@outturn/service';
import { expect, test } from 'vitest';
import { findContradictions } from '../../packages/service/src/ledger/correcting/find-contradictions.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { valuedGoals } from '../support/load/facts.ts';
import { bound, figure, report } from '../support/load/figures.ts';
import { foldMeanwhile } from '../support/load/fold-meanwhile.ts';
import { useGateways } from '../support/load/gateways.ts';
import { killGateways } from '../support/load/kill-gateways.ts';
import { Random } from '../support/load/random.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const KILLS = figure(3, 50);
/** How many corrections and refunds are done between a start and the next kill. */
const PER_LIFE = bound(20, 100);
const CLIENTS = 12;
const RECORDS = 8;
/** How many refunds are corrected, too. */
const REFUNDS = 6;

const store = usePrivateDatabase();
const gateways = useGateways();

type Kind = 'revenues' | 'goals';
type Sent = { path: string; key: string; body: string };
type Correction = { id: string; recordId: string; version: number; createdAt: string };
type Version = { version: number; record: { amount: string } | null; correction: Correction | null };

test(`${KILLS} times kill -9 of a gateway that corrects and refunds loses and doubles nothing`, {
  timeout: 3_600_000,
}, async () => {
  const steady = await gateways.start(store.url);
  let killed = await gateways.start(store.url);
  const account = await openAccount(store.database);
  await giveValues(steady.url, account);
  const random = new Random(5);
  const url = () => (random.below(4) === 0 ? steady.url : killed.url);
  const send = async (path: string, body?: string, key?: string) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = {
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/json',
      ...(key && { 'x-idempotency-key': key }),
    };
    const response = await fetch(`${url()}/v1/${path}`, { method, headers, ...(body && { body }) });
    return { status: response.status, text: await response.text() };
  };
  /** Until there is a final answer. */
  const persist = async (...request: Parameters<typeof send>) => {
    for (let tries = 0; tries < 2_000; tries++) {
      const answer = await send(...request).catch(() => undefined);
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      await sleep(20 + Math.random() * 60);
    }
    throw new Error(`never answered: ${request[0]}`);
  };

  const records: { kind: Kind; id: string }[] = [];
  const [goalKey = ''] = Object.keys(valuedGoals);
  for (let i = 0; i < RECORDS; i++) {
    const kind = i % 2 ? 'goals' : 'revenues';
    const input = kind === 'goals' ? { goalKey } : { amount: '10', recordedAt: new Date().toISOString() };
    const { text } = await persist(kind, JSON.stringify(input), randomUUID());
    records.push({ kind, id: JSON.parse(text).id });
  }

  const done: (Sent & { text: string })[] = [];
  const refunds: { kind: 'revenues'; id: string }[] = [];
  let refused = 0;
  let isOver = false;
  const refundOf = (id: string) => {
    const amount = random.chance(0.8) && { amount: String(1 + random.below(200)) };
    const body = JSON.stringify({ ...amount, recordedAt: new Date().toISOString() });
    return { path: `revenues/${id}/refunds`, body };
  };
  const correctionOf = ({ kind, id }: { kind: Kind; id: string }, isRefund: boolean) => {
    const action = random.pick(['void', 'restore', 'amend', 'amend']);
    const agentKey = `agent-${random.below(5)}`;
    const changes = {
      goals: { agentKey },
      revenues: { amount: String(random.below(1_000)), agentKey },
      refunds: { amount: `-${1 + random.below(200)}` },
    }[isRefund ? 'refunds' : kind];
    const body = JSON.stringify({ action, reason: 'test', ...(action === 'amend' && { changes }) });
    return { path: `${kind}/${id}/corrections`, body };
  };
  const client = async () => {
    while (!isOver) {
      const isOfRefund = refunds.length > 0 && random.chance(0.3);
      const one = random.pick(isOfRefund ? refunds.slice(0, REFUNDS) : records);
      const isRefund = !isOfRefund && one.kind === 'revenues' && random.chance(0.3);
      const sent = { ...(isRefund ? refundOf(one.id) : correctionOf(one, isOfRefund)), key: randomUUID() };
      const { status, text } = await persist(sent.path, sent.body, sent.key);
      if (status === 201) done.push({ ...sent, text });
      else refused++;
      if (status === 201 && isRefund) refunds.push({ kind: 'revenues', id: JSON.parse(text).id });
      // Everything else is what the record does not allow now.
      expect([201, 400], text).toContain(status);
    }
  };
  const disruption = killGateways({
    times: KILLS,
    current: () => killed,
    restart: async () => {
      killed = await gateways.start(store.url);
    },
    work: async () => {
      const { length } = done;
      await waitUntil('more was corrected', () => done.length >= length + PER_LIFE);
    },
  });
  const folding = foldMeanwhile(store.url, account.developerId, () => isOver);
  const load = Promise.all(Array.from({ length: CLIENTS }, client));
  await disruption.finally(() => {
    isOver = true;
  });
  await load;
  await folding;

  // Each is a version of its record, once, and there are no others.
  const corrections: string[] = [];
  let total = 0;
  for (const { kind, id } of [...records, ...refunds]) {
    const history: Version[] = JSON.parse((await persist(`${kind}/${id}/history`)).text);
    expect(history.map(({ version }) => version)).toEqual(history.map((_, i) => i + 1));
    const times = history.flatMap(({ correction }) => correction?.createdAt ?? []);
    expect(times).toEqual(times.toSorted());
    corrections.push(...history.flatMap(({ correction }) => correction?.id ?? []));
    if (kind === 'revenues') total += Number(history.at(-1)?.record?.amount ?? 0);
  }
  const corrected = done.filter(({ path }) => path.endsWith('corrections'));
  expect(corrections.toSorted()).toEqual(corrected.map(({ text }) => JSON.parse(text).id).toSorted());
  for (const { path, key, body, text } of done)
    expect(await persist(path, body, key)).toEqual({ status: 201, text });

  // A generated outcome counts exactly with its goal, and every figure is that of the records.
  const { rows } = await store.database.pool.query(
    `select (select count(*) from goals) = (select count(*) from outcomes) as agree,
       (select coalesce(sum(amount), 0)::float from revenues) as total,
       (select count(distinct id)::int from (select id, refund_of from revenues union all select id, refund_of from revenues_past) r
        where refund_of is not null) as refunds,
       (select count(*)::int from revenues o cross join lateral (
          select coalesce(-sum(r.amount), 0) as sum from revenues r where r.refund_of = o.id) r
        where coalesce(o.refunded, 0) <> r.sum or (r.sum > 0 and r.sum > o.amount)) as wrong_balances`,
  );
  expect(rows).toEqual([{ agree: true, total, refunds: refunds.length, wrong_balances: 0 }]);
  expect(refunds.length).toBeGreaterThan(0);
  expect(await Array.fromAsync(verifyRollups(store.database, recordKinds))).toEqual([]);
  expect(await Array.fromAsync(findContradictions(store.database, recordKinds))).toEqual([]);
  report(
    `${KILLS} × kill -9 under ${CLIENTS} clients that correct and refund ${RECORDS} records: of ${corrected.length} corrections and ` +
      `${refunds.length} refunds 0 lost, 0 doubled, 0 replayed differently (${refused} refused); versions in one order, ` +
      'balances are sums of refunds, the rollups verify',
  );
});
