import { createService, OutturnError, operations, type Service } from '@outturn/service';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { ask } from '../support/analytics/ask.ts';
import { factNear, recordAll } from '../support/analytics/generated-facts.ts';
import { questionNear } from '../support/analytics/generated-questions.ts';
import { type Numbers, numbersIn, type Place } from '../support/analytics/numbers.ts';
import { removedBy } from '../support/analytics/oracle-conditions.ts';
import { totalsOf } from '../support/analytics/oracle-measures.ts';
import {
  distinctMeasures,
  type GroupsPart,
  type Measure,
  measureNames,
  metadataDimensions,
  plainDimensions,
  type Question,
} from '../support/analytics/question.ts';
import { type Scene, scenes } from '../support/analytics/scenes.ts';
import { type Behind, isCounted, sumsOf, timeOf } from '../support/analytics/sums-of-records.ts';
import { agentMetadataKeys, customerMetadataKeys, metadataKeys } from '../support/analytics/vocabulary.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';

const RUNS = figure(2, 40);
const FACTS = figure(50, 150);
/** Figures of a generated question that are checked. */
const FIGURES = figure(12, 60);

const store = usePrivateDatabase();
const gateways = useGateways();
let url: string;
let service: Service;
beforeAll(async () => {
  ({ url } = await gateways.start(store.url));
  service = await createService({ url: store.url });
});
afterAll(() => service?.close());

/** Each zone checks this part of all measures of all groups, and the three zones together check all of them. */
const PART = figure(3, 1);

/** Different members are counted, and no records; a share counts the records of its amount. */
const counted = measureNames.filter((name) => !distinctMeasures.some((one) => one === name));

/** Lists all records behind a measure, page by page, and checks the order of the pages. */
function listing(call: Parameters<Service['execute']>[1], timeZone: string) {
  const known = new Map<string, Promise<Behind[]>>();
  async function read(place: Place, measure: Measure, limit: number): Promise<Behind[]> {
    const all: Behind[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const input = { ...place, timeZone, measure, limit, ...(cursor !== undefined && { cursor }) };
      const { output } = await service.execute(operations.analytics.records, call, input);
      const { items, nextCursor } = output.value as { items: Behind[]; nextCursor: string | null };
      expect(items.length).toBeLessThanOrEqual(limit);
      if (nextCursor !== null) expect(items).toHaveLength(limit);
      all.push(...items);
      cursor = nextCursor;
    }
    const order = all.map((one) => `${timeOf(one)} ${one.record.id}`);
    expect(order).toEqual([...new Set(order)].toSorted().toReversed());
    expect(all.filter((one) => !isCounted(measure, one))).toEqual([]);
    return all;
  }
  return (place: Place, measure: Measure): Promise<Behind[]> => {
    const key = JSON.stringify([place, measure]);
    // Every third list has several pages.
    const records = known.get(key) ?? read(place, measure, known.size % 3 === 0 ? 4 : 1_000);
    known.set(key, records);
    return records;
  };
}

async function check(
  list: ReturnType<typeof listing>,
  { path, totals, place, parent }: Numbers,
  names: readonly Measure[],
): Promise<void> {
  for (const name of names) {
    const whole = parent && sumsOf(await list(parent, name));
    const removed = removedBy(place.where);
    const sums = sumsOf(await list(place, name));
    expect(totalsOf([name], sums, { parent: whole, removed })[name], `${path} ${name}`).toEqual(totals[name]);
  }
}

async function openScene(facts: Parameters<typeof recordAll>[2]) {
  const account = await openAccount(store.database);
  await recordAll(url, account, facts);
  const principal = await service.authenticate(`Bearer ${account.token}`);
  if (principal instanceof OutturnError) throw principal;
  return { account, call: { principal, requestId: 'records' } };
}

const groups = (part: Pick<GroupsPart, 'dimension' | 'metadataKey'>): GroupsPart => ({
  ...part,
  // Few, so that some are left for the rest.
  first: 2,
  orderBy: { measure: 'events', direction: 'desc' },
  totals: [...counted],
});

/** Every measure, by every dimension. */
const everything = (window: Question['window'], timeZone: string): Question => ({
  window,
  timeZone,
  weekStart: 'monday',
  totals: [...counted],
  by: Object.fromEntries([
    ...plainDimensions.map((dimension) => [dimension, groups({ dimension })]),
    ...metadataDimensions.map((dimension) => {
      const [metadataKey] = {
        metadata: metadataKeys,
        agentMetadata: agentMetadataKeys,
        customerMetadata: customerMetadataKeys,
      }[dimension];
      return [dimension, groups({ dimension, metadataKey })];
    }),
  ]),
});

const days: Scene['day'][] = ['2024-10-27', '2024-06-30', '2006-10-29'];
const chosen = days.flatMap((day) => scenes.filter((scene) => scene.day === day));

test.each(chosen)(
  'records add up to every measure of every kind of group, around $day in $timeZone',
  {
    timeout: 600_000,
  },
  async (scene) => {
    const [facts = []] = fc.sample(
      fc.array(factNear(scene), { minLength: FACTS, maxLength: FACTS, size: 'max' }),
      1,
    );
    const { account, call } = await openScene(facts);
    const list = listing(call, scene.timeZone);
    const year = Number(scene.day.slice(0, 4));
    const question = everything({ from: `${year - 1}-01-01`, to: `${year + 2}-01-01` }, scene.timeZone);
    const answer = await ask(url, account.token, question);
    for (const [i, numbers] of [...numbersIn(answer, question)].entries()) {
      const names = counted.filter((_, at) => (i + at + chosen.indexOf(scene)) % PART === 0);
      await check(list, numbers, names);
    }
  },
);

test(`records add up to the figures of generated questions (${RUNS} times)`, {
  timeout: 1_800_000,
}, async () => {
  const scenario = fc.constantFrom(...scenes).chain((scene) =>
    fc.record({
      facts: fc.array(factNear(scene), { minLength: 1, maxLength: FACTS, size: 'max' }),
      questions: fc.array(questionNear(scene), { minLength: 4, maxLength: 4 }),
      seed: fc.nat(),
    }),
  );
  const law = fc.asyncProperty(scenario, async ({ facts, questions, seed }) => {
    const { account, call } = await openScene(facts);
    for (const [i, question] of questions.entries()) {
      // The first half is answered from notes that are not folded yet, the second from the rollups.
      if (i === 2) await foldRollups(store.database, account.developerId);
      const list = listing(call, question.timeZone);
      const all = [...numbersIn(await ask(url, account.token, question), question)];
      // Spread over the whole answer, beginning anywhere.
      const step = Math.max(1, Math.floor(all.length / FIGURES));
      const some = all.filter((_, at) => at % step === seed % step).slice(0, FIGURES);
      for (const numbers of some) {
        const names = counted.filter((name) => numbers.totals[name] !== undefined);
        await check(list, numbers, names);
      }
    }
  });
  await fc.assert(law, { numRuns: RUNS, endOnFailure: true });
});
