import { beforeAll, expect, test } from 'vitest';
import { newDeveloper } from './relations.fixture.ts';
import { dataOf, useSurface } from './surface.fixture.ts';

const surface = useSurface();
let few: Awaited<ReturnType<typeof newDeveloper>>;
let many: Awaited<ReturnType<typeof newDeveloper>>;
beforeAll(async () => {
  few = await newDeveloper(surface, 2);
  many = await newDeveloper(surface, 48);
});

test.each([
  ['agents', '{ agents { nodes { revenues(first: 5) { nodes { id } } } } }', 2],
  [
    'everything of agents',
    '{ agents { nodes { revenues { nodes { id } } outcomes { nodes { id } } goals { nodes { id } } events { nodes { id } } sessions { nodes { id } } } } }',
    6,
  ],
  ['timelines', '{ sessions { nodes { timeline { nodes { id } } agent { key } customer { key } } } }', 7],
  [
    'one agent that records of all kinds name',
    `{ sessions { nodes { timeline { nodes { ${['Revenue', 'Outcome', 'Goal', 'Event']
      .map((type) => `... on ${type} { agent { key } }`)
      .join(' ')} } } } } }`,
    6,
  ],
  [
    'what is below what is below',
    '{ customers { nodes { sessions { nodes { timeline { nodes { ... on Revenue { goal { goalType { goals { nodes { id } } } } } } } } } } } }',
    9,
  ],
  [
    'what records name',
    '{ revenues { nodes { agent { key } customer { key } goal { id } } } events { nodes { session { key } tool { key } } } }',
    7,
  ],
])('the number of statements for %s does not depend on the number of rows', async (_, query, expected) => {
  const count = ({ run, caller }: typeof few) =>
    surface.countStatements(caller, async () => dataOf(await run(query)));
  expect([await count(few), await count(many)]).toEqual([expected, expected]);
});

test('the number of statements depends on the selection (control of the counter)', async () => {
  const two = '{ agents { nodes { key } } customers { nodes { key } } }';
  const count = (query: string) =>
    surface.countStatements(many.caller, async () => dataOf(await many.run(query)));
  expect(await count(two)).toBeGreaterThan(await count('{ agents { nodes { key } } }'));
});

test('an answer that would repeat its records without limit is cut, with one error', async () => {
  const events = (below: string) => `events(first: 100) { nodes { id ${below} } }`;
  const last = `a: ${events('')} b: ${events('')}`;
  const query = `{ tools { nodes { ${events(`tool { ${events(`tool { ${last} }`)} }`)} } } }`;
  const { status, data, errors } = await many.run(query);
  expect(status).toBe(200);
  expect(data).toHaveProperty('tools.nodes.0.events.nodes.0.tool.events.nodes.0.tool.a.nodes.0.id');
  expect(errors).toMatchObject([
    {
      message: expect.stringMatching(/^The answer has more than 500000 values\./),
      extensions: { code: 'Invalid Request' },
    },
  ]);
});
