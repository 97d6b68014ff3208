import { OutturnError, type Service } from '@outturn/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGraphql } from './index.ts';
import { asCaller, post, send, useSurface } from './surface.fixture.ts';

const surface = useSurface();
let run: ReturnType<typeof asCaller>;
let caller: Awaited<ReturnType<typeof surface.newCaller>>;

beforeAll(async () => {
  caller = await surface.newCaller();
  run = asCaller(surface, caller);
});

const record = 'mutation ($input: RecordRevenueInput!) { recordRevenue(input: $input) { id } }';
const recordedAt = '2024-01-15T10:30:00.000Z';

describe('an invalid document', () => {
  test.each([
    ['syntax', '{ revenues('],
    ['nothing', ''],
    ['an unknown field', '{ revenuez }'],
    ['an unknown argument', '{ revenues(last: 1) { nodes { id } } }'],
    ['a wrong type', '{ revenues(first: "1") { nodes { id } } }'],
    ['a wrong order', '{ revenues(orderBy: NEWEST) { nodes { id } } }'],
    ['a missing argument', '{ revenue { id } }'],
    ['no fields', '{ revenues }'],
    [
      'an amount that is a number',
      `mutation { recordRevenue(input: {amount: 1.5, recordedAt: "${recordedAt}"}) { id } }`,
    ],
    ['metadata that is a list', 'mutation { recordGoal(input: {goalKey: "g", metadata: []}) { id } }'],
    ['a missing variable', record],
    ['a missing field', record, { input: { amount: '1.00' } }],
    ['a field that there is not', record, { input: { amount: '1.00', recordedAt, amout: '1.00' } }],
    ['a variable of a wrong type', record, { input: { amount: 1.5, recordedAt } }],
    ['a variable of a wrong shape', record, { input: [] }],
  ])('%s', async (_, document, variables?: Record<string, unknown>) => {
    for (const [accept, status] of [
      ['application/graphql-response+json', 400],
      ['application/json', 200],
    ] as const) {
      const answer = await run(document, variables, { accept });
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).not.toHaveProperty('data');
      for (const { extensions, locations } of answer.errors) {
        expect(extensions).toEqual({ code: 'Invalid Request', status: 400 });
        expect(locations).toBeDefined();
      }
    }
  });

  test('the field is named in the message', async () => {
    const { errors } = await run(record, { input: { amount: 1.5, recordedAt } });
    expect(errors[0]?.message).toBe(
      'Variable "$input" got invalid value 1.5 at "input.amount"; Decimal must be a string.',
    );
  });

  test('long quotations are cut', async () => {
    const { errors } = await run(`{ ${'a'.repeat(50_000)} }`);
    expect(errors[0]?.message.length).toBeLessThan(1100);
  });
});

describe('an invalid request', () => {
  const get = (search: string, headers: HeadersInit = {}) =>
    new Request(`http://outturn/graphql?${search}`, { headers });
  const typename = encodeURIComponent('{ __typename }');
  const goal = encodeURIComponent('mutation { recordGoal(input: {goalKey: "g"}) { id } }');

  test.each([
    ['text that is not JSON', post('{"query":'), 400, 'Invalid JSON'],
    ['an empty body', post(''), 400, 'Invalid JSON'],
    ['null', post('null'), 400, 'Invalid Request'],
    ['a batch', post('[{"query":"{ __typename }"}]'), 400, 'Invalid Request'],
    ['a query that is a number', post('{"query":1}'), 400, 'Invalid Request'],
    [
      'variables of more fields than any input has',
      post(
        JSON.stringify({
          query: '{ __typename }',
          variables: {
            i: Object.fromEntries(
              Array(61)
                .keys()
                .map((i) => [i, i]),
            ),
          },
        }),
      ),
      400,
      'Invalid Request',
    ],
    ['variables that are a list', post('{"query":"{ __typename }","variables":[]}'), 400, 'Invalid Request'],
    ['an unknown parameter', post('{"query":"{ __typename }","x":1}'), 400, 'Invalid Request'],
    ['an unknown operation', post('{"query":"{ __typename }","operationName":"X"}'), 400, 'Invalid Request'],
    [
      'a form',
      post('query={__typename}', { type: 'application/x-www-form-urlencoded' }),
      415,
      'Invalid Request',
    ],
    [
      'no known type of answer',
      post('{"query":"{ __typename }"}', { accept: 'image/png' }),
      406,
      'Invalid Request',
    ],
    ['variables in the URL that are not JSON', get(`query=${typename}&variables={`), 400, 'Invalid JSON'],
    ['a mutation by GET', get(`query=${goal}`), 405, 'Invalid Request'],
    ['PUT', new Request('http://outturn/graphql', { method: 'PUT', body: '{}' }), 405, 'Invalid Request'],
  ])('%s', async (_, request, status, code) => {
    const answer = await surface.send(request, { principal: caller });
    expect(answer.status).toBe(status);
    expect(answer.errors).toMatchObject([{ extensions: { code, status: 400 } }]);
  });

  test('a query by GET is accepted', async () => {
    const answer = await surface.send(get(`query=${typename}&variables={"a":1}`), { principal: caller });
    expect(answer).toMatchObject({ status: 200, data: { __typename: 'Query' } });
  });
});

test.each([
  '{ revenuez }',
  '{ __schema { types { name } } }',
  '{ __typename }',
  '{',
  '{"not json',
  '['.repeat(9000),
])('an unauthenticated caller learns nothing from %.20s', async (query) => {
  const refused = { status: 401, errors: [{ extensions: { code: 'Unauthorized', status: 401 } }] };
  for (const request of [post(JSON.stringify({ query })), post(query), post(query, { type: 'text/plain' })]) {
    const answer = await surface.send(request);
    expect(answer).toMatchObject(refused);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.errors[0]?.message).toBe(new OutturnError('Unauthorized').message);
  }
});

test('an unauthenticated caller gets nothing at the addresses that Yoga serves by default', async () => {
  for (const url of ['http://outturn/graphql?a=/health', 'http://outturn/graphql?query={__typename}']) {
    expect(await surface.send(new Request(url))).toMatchObject({ status: 401 });
  }
});

test('a caller with too many failures is told when to retry', async () => {
  const principal = new OutturnError('Rate Limit Exceeded', { retryAfter: 7 });
  const answer = await surface.send(post('{"query":"{ __typename }"}'), { principal });
  expect(answer).toMatchObject({ status: 429, errors: [{ extensions: { code: 'Rate Limit Exceeded' } }] });
  expect(answer.headers.get('retry-after')).toBe('7');
});

describe('a document with fields that fail for a passing reason', () => {
  const busy = new OutturnError('Rate Limit Exceeded', { retryAfter: 7 });
  const lost = new OutturnError('Server Error', { retryAfter: 1 });
  const invalid = new OutturnError('Invalid Request');
  const created = { output: { value: { id: '1' } } };
  /** Executes the operations with these results, in order. Asks once for each media type. */
  const answersOf = (document: string, results: readonly unknown[]) =>
    Promise.all(
      ['application/json', 'application/graphql-response+json'].map((accept) => {
        const left = [...results];
        const execute = async () => {
          const result = left.shift();
          if (result instanceof OutturnError) throw result;
          return result;
        };
        const answering = createGraphql({ service: { execute } as unknown as Service, isDevelopment: true });
        return send(answering, post(JSON.stringify({ query: document }), { accept }), { principal: caller });
      }),
    );
  const mutations = (count: number) =>
    `mutation { __typename ${Array.from(
      { length: count },
      (_, i) => `m${i}: recordGoal(input: {goalKey: "g"}) { id }`,
    ).join(' ')} }`;

  test.each([
    ['the server', [lost], 500, 'Server Error', '1'],
    ['the server and busyness', [busy, lost], 500, 'Server Error', '7'],
    ['the server and its input', [invalid, lost], 500, 'Server Error', '1'],
    ['the server, which says no time', [new OutturnError('Server Error')], 500, 'Server Error', '1'],
    ['busyness and its input', [invalid, busy], 429, 'Rate Limit Exceeded', '7'],
  ])('fails as a whole because of %s', async (_, errors, status, code, retryAfter) => {
    for (const answer of await answersOf(mutations(errors.length), errors)) {
      expect(answer).toMatchObject({ status, data: undefined });
      expect(answer.errors.map(({ extensions }) => extensions.code)).toContain(code);
      expect(answer.errors.map(({ path }) => path)).toEqual(errors.map((_, i) => [`m${i}`]));
      expect(answer.headers.get('retry-after')).toBe(retryAfter);
      expect(answer.text).not.toContain('http');
    }
  });

  test('is answered with the longest time to retry if one field succeeds', async () => {
    for (const { status, data, headers } of await answersOf(mutations(3), [busy, created, lost])) {
      expect(status).toBe(200);
      expect(data).toEqual({ __typename: 'Mutation', m0: null, m1: { id: '1' }, m2: null });
      expect(headers.get('retry-after')).toBe('7');
    }
  });

  test('is answered if only its input is wrong', async () => {
    for (const { status, data } of await answersOf(mutations(1), [invalid])) {
      expect(status).toBe(200);
      expect(data).toEqual({ __typename: 'Mutation', m0: null });
    }
  });

  test('is refused by a rate limit', async () => {
    const admit = () => Promise.reject(busy);
    const answer = await run('{ revenues { nodes { id } } }', {}, { admit });
    expect(answer).toMatchObject({
      status: 429,
      errors: [{ extensions: { code: 'Rate Limit Exceeded', status: 429 } }],
    });
    expect(answer.headers.get('retry-after')).toBe('7');
  });
});

test('a subscription that fails before its first event is answered like a query', async () => {
  const subscribe = async function* () {
    yield await Promise.reject(new OutturnError('Server Error', { retryAfter: 1 }));
  };
  const service = { subscribe } as unknown as Service;
  const answering = createGraphql({ service, isDevelopment: true });
  const query =
    'subscription { analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { goals } } }';
  const request = post(JSON.stringify({ query }), { accept: 'text/event-stream' });
  const answer = await send(answering, request, { principal: caller });
  expect(answer.status).toBe(500);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.text).toMatch(/^event: next\ndata: .*"code":"Server Error"/m);
});

test('an unexpected error is a Server Error without its cause, which is logged', async () => {
  const cause = new TypeError('secret');
  const told: unknown[] = [];
  // A service that throws another error than an OutturnError, against its contract.
  const service = { execute: () => Promise.reject(cause) } as unknown as Service;
  const surface = createGraphql({
    service,
    isDevelopment: true,
    onUnexpectedError: (error) => told.push(error),
  });
  const query = JSON.stringify({ query: '{ agents { nodes { id } } }' });
  const answer = await send(surface, post(query), { principal: caller });

  const { message } = new OutturnError('Server Error');
  expect(answer.errors).toMatchObject([{ message, extensions: { code: 'Server Error', status: 500 } }]);
  expect(answer.text).not.toContain('secret');
  expect(answer.text).not.toContain('stack');
  expect(told).toEqual([cause]);
});
