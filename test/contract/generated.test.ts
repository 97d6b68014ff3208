// One case per operation of openapi.json and way to call it, without knowledge of what the operations do.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type Account, examplePath, namesRecords, newAccount } from '../support/openapi/account.ts';
import { answerViolations } from '../support/openapi/conformance.ts';
import {
  allScopes,
  isBatch,
  type Operation,
  operations,
  parametersIn,
  successOf,
} from '../support/openapi/document.ts';

const gateway = useGateway();
/** An account with rows of every kind, shared by reads. Tests that change an account make their own. */
let furnished: Account;
beforeAll(async () => {
  furnished = await newAccount(gateway.url);
  await furnished.furnish();
  await furnished.tellTelemetry();
});

const isRead = ({ method }: Operation) => method === 'GET';
const hasPath = (operation: Operation) => parametersIn(operation, 'path').length > 0;

/** An account with the rows that an operation needs. */
async function accountFor(operation: Operation) {
  const account = isRead(operation) ? furnished : await newAccount(gateway.url);
  const namesRows = hasPath(operation) || namesRecords(operation);
  if (!isRead(operation) && namesRows) await account.furnish();
  return { account, path: await account.existing(operation) };
}

function expectError(operation: Operation, answer: Answer, status: number, code: string): void {
  expect(answerViolations(operation, answer)).toEqual([]);
  const { method, path } = operation;
  const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/, '.+')}$`);
  expect(JSON.parse(answer.text)).toMatchObject({ status, code, path: expect.stringMatching(pattern) });
  expect(answer.status).toBe(status);
}

describe.each(operations)('$operationId: $method $path', (operation) => {
  test('answers its example as described', async () => {
    const { account, path } = await accountFor(operation);
    const answer = await account.call(operation, { path });

    expect(answerViolations(operation, answer)).toEqual([]);
    expect(answer.status).toBe(successOf(operation));
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    // An empty list would conform trivially.
    expect(answer.text).not.toBe('[]');
    if (isBatch(operation)) expect(JSON.parse(answer.text)).toMatchObject({ created: 2, rejected: 0 });
  });

  test('answers 401 without a key, and with a wrong one', async () => {
    const account = await newAccount(gateway.url);
    for (const token of [null, 'ot_live_nonsense']) {
      const answer = await account.call(operation, { token, path: examplePath(operation) });
      expectError(operation, answer, 401, 'Unauthorized');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('answers 403 with every scope but its own, and names the scope', async () => {
    const scope = operation['x-required-scope'];
    const others = allScopes.filter((other) => other !== scope);
    const answer = await (await newAccount(gateway.url, others)).call(operation, {
      path: examplePath(operation),
    });

    expectError(operation, answer, 403, 'Forbidden');
    expect(JSON.parse(answer.text).message).toContain(scope);
  });
});

const creates = ({ method }: Operation) => method === 'PUT';

describe.each(operations.filter(creates))('$operationId on the key of another developer', (operation) => {
  test('creates a row of its own', async () => {
    const path = await furnished.existing(operation);
    const stranger = await newAccount(gateway.url);
    expect((await stranger.call(operation, { path })).status).toBe(201);
    expect((await furnished.call(operation, { path })).status).toBe(200);
  });
});

const refuses = (operation: Operation) => hasPath(operation) && !creates(operation);

describe.each(operations.filter(refuses))("$operationId on another developer's row", (operation) => {
  test('answers 404, the same as for a row that does not exist', async () => {
    const path = await furnished.existing(operation);
    const stranger = await newAccount(gateway.url);
    const answer = await stranger.call(operation, { path });
    expectError(operation, answer, 404, 'Not Found');
  });
});

describe.each(operations.filter(({ operationId }) => operationId.endsWith('.list')))(
  '$operationId of another developer',
  (operation) => {
    test('answers an empty list', async () => {
      const answer = await (await newAccount(gateway.url)).call(operation);
      expect(answer).toMatchObject({ status: 200, text: '[]' });
    });
  },
);

// The example of a repricing is a dry run, which reserves no key (contract/repricing).
const retried = operations.filter(
  (operation) => !isRead(operation) && operation.operationId !== 'prices.reprice',
);

describe.each(retried)('a retry of $operationId', (operation) => {
  test.each(parametersIn(operation, 'header'))('with the same $name replays', async ({ name }) => {
    const { account, path } = await accountFor(operation);
    const headers = { [name]: 'once' };
    const first = await account.call(operation, { path, headers });
    const second = await account.call(operation, { path, headers });

    expect(second.status).toBe(successOf(operation));
    expect(answerViolations(operation, second)).toEqual([]);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    if (!isBatch(operation)) expect(second.text).toBe(first.text);
  });
});
