import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { disagreements, partsOf } from '../support/analytics/agreement.ts';
import { ask } from '../support/analytics/ask.ts';
import { factNear, type LinkedFact, recordAll } from '../support/analytics/generated-facts.ts';
import { questionNear } from '../support/analytics/generated-questions.ts';
import { Oracle } from '../support/analytics/oracle.ts';
import { layOutFacts } from '../support/analytics/oracle-facts.ts';
import type { Answer, Question } from '../support/analytics/question.ts';
import { scenes } from '../support/analytics/scenes.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';

const RUNS = figure(20, 400);
const FACTS = figure(60, 150);
const QUESTIONS = 4;

const store = usePrivateDatabase();
const gateways = useGateways();
let url: string;
let strangerToken: string;

beforeAll(async () => {
  ({ url } = await gateways.start(store.url));
  strangerToken = (await openAccount(store.database)).token;
});

/** The oracle's answers to some questions. */
async function expected(developerId: string, questions: readonly Question[]): Promise<Answer[]> {
  const client = new Client({ connectionString: store.url });
  await client.connect();
  try {
    await layOutFacts(client, developerId);
    const answers: Answer[] = [];
    for (const question of questions) answers.push(await new Oracle(client, question).answer());
    return answers;
  } finally {
    await client.end();
  }
}

/** The same question with a filter that no rollup can answer. */
const fromRecords = ({ where, ...question }: Question): Question => ({
  ...question,
  where: {
    ...where,
    source: { ...where?.source, notIn: [...(where?.source?.notIn ?? []), 'no-such-source'] },
  },
});

const scenario = fc.constantFrom(...scenes).chain((scene) =>
  fc.record({
    facts: fc.array(factNear(scene), { minLength: 1, maxLength: FACTS, size: 'max' }),
    questions: fc.array(questionNear(scene), { minLength: QUESTIONS, maxLength: QUESTIONS }),
  }),
);

async function check(facts: readonly LinkedFact[], questions: readonly Question[]): Promise<void> {
  const account = await openAccount(store.database);
  await recordAll(url, account, facts);
  const answers = await expected(account.developerId, questions);
  for (const [i, question] of questions.entries()) {
    // The first half is answered from notes that are not folded yet, the second from the rollups.
    if (i === QUESTIONS / 2) await foldRollups(store.database, account.developerId);
    const { plan, ...answer } = await ask(url, account.token, { ...question, plan: true });
    expect(answer).toEqual(answers[i]);
    expect(disagreements(answer, question)).toEqual([]);
    // The filter removes no kind.
    expect(await ask(url, account.token, fromRecords(question))).toEqual(answer);
    // The number of statements depends on the question alone.
    const nothing = await ask(url, strangerToken, { ...question, plan: true });
    expect(partsOf(nothing)).toEqual(partsOf({ ...answer, plan: plan ?? [] }));
  }
}

test(`every answer equals the sums of the records (${RUNS} times ${QUESTIONS})`, {
  timeout: 1_800_000,
}, async () => {
  const law = fc.asyncProperty(scenario, ({ facts, questions }) => check(facts, questions));
  await fc.assert(law, { numRuns: RUNS, endOnFailure: true });
});

test('the oracle detects any rollup that is off by the smallest amount', async () => {
  const account = await openAccount(store.database);
  const input = { amount: '1', recordedAt: '2026-06-15T12:00:00.000Z', agentKey: 'a', customerKey: 'c' };
  await recordAll(url, account, [{ kind: 'revenues', input }]);
  await foldRollups(store.database, account.developerId);
  const day = { from: '2026-06-15', to: '2026-06-16' };
  const hours = { from: '2026-06-15T11:00:00.000Z', to: '2026-06-15T13:00:00.000Z' };
  const by = (dimension: 'agent' | 'customer') => ({
    by: {
      b: {
        dimension,
        orderBy: { measure: 'key' as const, direction: 'asc' as const },
        first: 5,
        totals: ['revenue' as const],
      },
    },
  });
  const common = { timeZone: 'UTC', weekStart: 'monday' as const };
  const questions: Question[] = [
    { ...common, window: hours, totals: ['revenue'] },
    { ...common, window: hours, ...by('agent') },
    { ...common, window: day, ...by('agent') },
    { ...common, window: day, ...by('customer') },
  ];
  const truth = await expected(account.developerId, questions);
  const wrong = async () => {
    const answers = await Promise.all(questions.map((question) => ask(url, account.token, question)));
    return answers.flatMap((answer, i) => (isDeepStrictEqual(answer, truth[i]) ? [] : [i]));
  };
  expect(await wrong()).toEqual([]);

  const rollups = [
    { cut: 0, grain: 15 },
    { cut: 1, grain: 15 },
    { cut: 1, grain: 1440 },
    { cut: 2, grain: 1440 },
  ];
  for (const [i, { cut, grain }] of rollups.entries()) {
    const change = `update rollups set total = total + $4 where developer_id = $1 and cut = $2 and grain = $3`;
    await store.database.pool.query(change, [account.developerId, cut, grain, '0.000000001']);
    expect(await wrong()).toContain(i);
    await store.database.pool.query(change, [account.developerId, cut, grain, '-0.000000001']);
  }
});
