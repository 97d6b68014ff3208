import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type Snippet, sectionNames, snippetsOf } from '../support/snippets.ts';
import { recordHalfYear } from './half-year.fixture.ts';

const file = 'docs/analytics.md';
const questions = sectionNames(file, '###').filter((name) => /^\d+\./.test(name));
const gateway = useGateway();
let url: string;
let token: string;

beforeAll(async () => {
  url = gateway.url;
  ({ token } = await mintKey());
  await recordHalfYear(url, token);
});

type Answer = {
  data: unknown;
  errors?: unknown;
  extensions?: { plan: { statements: { reads: string }[] }[] };
};

/** The answers to the queries of a question, each with the additions of the JSON block below it. */
async function ask(question: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const body of bodies(snippetsOf(file, question))) {
    const { status, text } = await send(`${url}/graphql`, { token, body: JSON.stringify(body) });
    expect(status, text).toBe(200);
    answers.push(JSON.parse(text));
  }
  return answers;
}

function bodies(blocks: readonly Snippet[]): object[] {
  return blocks.flatMap(({ language, code }, i) => {
    if (language !== 'graphql') return [];
    const next = blocks[i + 1];
    return [{ query: code, ...(next?.language === 'json' && JSON.parse(next.code)) }];
  });
}

type Shown = { analytics: { by: { isOther: boolean; totals: { share: number } }[]; series: object[] } };

/** The first answer to a question, for closer assertions. */
async function answerTo(start: string) {
  const [answer] = await ask(questions.find((name) => name.startsWith(start)) ?? '');
  // The assertions below check the shape of the answer.
  return answer as { data: Shown; extensions: NonNullable<Answer['extensions']> };
}

test('there are thirty questions', () => {
  expect(questions.map((name) => Number.parseInt(name, 10))).toEqual(
    Array.from({ length: 30 }, (_, i) => i + 1),
  );
});

describe.each([...questions, 'Previous'].filter((name) => bodies(snippetsOf(file, name)).length > 0))(
  '%s',
  (question) => {
    test('is answered, with a figure for every field', async () => {
      for (const { data, errors } of await ask(question)) {
        expect(errors).toBeUndefined();
        const figures = figuresOf(data);
        expect(figures.size).toBeGreaterThan(0);
        for (const [place, values] of figures) expect(values.some(isFigure), place).toBe(true);
      }
    });
  },
);

/** All values of an answer by their place in the selection, across groups and buckets. */
function figuresOf(
  value: unknown,
  place = '',
  figures = new Map<string, unknown[]>(),
): Map<string, unknown[]> {
  if (Array.isArray(value)) {
    expect(value, place).not.toEqual([]);
    for (const item of value) figuresOf(item, place, figures);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) figuresOf(inner, `${place}.${name}`, figures);
  } else if (!/\.(isOther|isPartial|errors)$/.test(place)) {
    figures.set(place, [...(figures.get(place) ?? []), value]);
  }
  return figures;
}

function isFigure(value: unknown): boolean {
  return value !== null && value !== 0 && !/^-?0(\.0+)?$/.test(String(value));
}

describe('the page describes its answers correctly', () => {
  test('2: the first week starts before the quarter', async () => {
    const { data } = await answerTo('2.');
    expect(data).toMatchObject({
      analytics: {
        series: { 0: { start: '2026-03-29T22:00:00.000Z', isPartial: true }, 1: { isPartial: false } },
      },
    });
  });

  test('3: eleven groups whose shares add up', async () => {
    const { data } = await answerTo('3.');
    const groups = data.analytics.by;
    expect(groups.map(({ isOther }) => isOther)).toEqual([...Array(10).fill(false), true]);
    expect(groups.reduce((sum, { totals }) => sum + totals.share, 0)).toBeCloseTo(1, 5);
  });

  test('14: the day has 23 hours', async () => {
    const { data } = await answerTo('14.');
    expect(data.analytics.series).toHaveLength(23);
  });

  test('17: one group has the rest, another the records without a customer', async () => {
    const { data } = await answerTo('17.');
    expect(data.analytics).toMatchObject({ by: { 3: { key: null, isOther: true } } });
  });

  test('20: customers are read from rollups, tools from records', async () => {
    const { extensions } = await answerTo('20.');
    const reads = extensions.plan.flatMap(({ statements }) => statements.map((statement) => statement.reads));
    expect(reads.toSorted()).toEqual(['records', 'rollups of each customer by day, edges from records']);
  });
});
