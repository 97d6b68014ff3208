import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { asCaller, dataOf, useSurface } from '../surface.fixture.ts';
import { documentLimits } from './document-limits.ts';
import { hostileDocuments } from './hostile-documents.fixture.ts';

const surface = useSurface();
let run: ReturnType<typeof asCaller>;

beforeAll(async () => {
  run = asCaller(surface, await surface.newCaller());
  // The first calls include the compilation of code.
  for (const document of Object.values(hostileDocuments)) await run(document);
});

test.each(Object.entries(hostileDocuments))('%s is refused at once', async (_, document) => {
  const times: number[] = [];
  // Three times, each new to the cache of documents; in processor time, because other tests share the machine.
  for (const end of [' ', '  ', '   ']) {
    const start = process.cpuUsage();
    const { status, errors } = await run(document + end);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    expect(status).toBeLessThan(500);
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) {
      expect(extensions).toMatchObject({ code: 'Invalid Request', status: 400 });
    }
  }
  expect(Math.min(...times)).toBeLessThan(50);
});

const nested = (count: number, text: string) =>
  Array.from({ length: count }, (_, i) => `${text}${i}:id`).join(' ');

/** Documents exactly at a limit, and those one beyond it. */
const edges: Record<keyof typeof documentLimits, (size: number) => string> = {
  characters: (size) => `{__typename}#${'a'.repeat(size - 13)}`,
  tokens: (size) => `mutation{recordGoal(input:{goalKey:"g",metadata:{a:[${'1 '.repeat(size - 24)}]}}){id}}`,
  depth: (size) => `{a:__typename ${'...{'.repeat(3)}${'b{'.repeat(size - 1)}c${'}'.repeat(size - 1 + 3)}}`,
  fields: (size) => `{revenues{nodes{${'id '.repeat(size - 2)}}}}`,
  aliases: (size) => `{revenues{nodes{${nested(size, 'a')}}}}`,
  directives: (size) => `{revenues{nodes{${'id @skip(if:false) '.repeat(size)}}}}`,
  rootFields: (size) => `{${'__typename '.repeat(size)}}`,
};

describe.each(Object.entries(documentLimits))('the limit of %s', (name, limit) => {
  const document = edges[name as keyof typeof documentLimits];
  const what = { depth: 'levels', rootFields: 'root fields' }[name] ?? name;
  const tooMany = expect.stringMatching(`^The document has more than ${limit} ${what}\\. [A-Z].+\\.$`);

  test('accepts a document that reaches it', async () => {
    const { errors } = await run(document(limit));
    for (const { message } of errors) expect(message).not.toEqual(tooMany);
  });

  test('refuses one beyond it with status 400, and says what to do', async () => {
    expect(await run(document(limit + 1))).toMatchObject({
      status: 400,
      errors: [{ message: tooMany, extensions: { code: 'Invalid Request', status: 400 } }],
    });
  });
});

test('fragments count for each use', async () => {
  const spreads = Array.from({ length: 6 }, (_, i) => `a${i}: revenues { nodes { ...Ten } }`).join(' ');
  const ten = `fragment Ten on Revenue { ${nested(10, 'b')} }`;
  const { errors } = await run(`{ ${spreads} } ${ten}`);
  expect(errors[0]?.message).toContain('more than 50 aliases');
});

test('introspection as sent by tools is within the limits', async () => {
  const query = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  });
  expect(dataOf(await run(query))).toHaveProperty('__schema.queryType.name', 'Query');
});

test.each([
  [30, 'metadata must be at most 5 levels deep'],
  [50_000, /^The JSON is nested deeper than 64 levels/],
])('metadata in a variable that nests %i levels is refused', async (depth, message) => {
  const brackets = '['.repeat(depth) + ']'.repeat(depth);
  const document = 'mutation ($m: Metadata) { recordGoal(input: {goalKey: "g", metadata: $m}) { id } }';
  const { errors } = await run(document, { m: { a: JSON.parse(brackets) }, unknown: JSON.parse(brackets) });
  expect(errors[0]?.message).toMatch(message);
});
