// One case per operation of openapi.json and way to call it. Nothing here knows what the operations do.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type Account, examplePath, newAccount } from '../support/openapi/account.ts';
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
/** Has something of everything. Whoever changes it takes an account of their own. */
let furnished: Account;
beforeAll(async () => {
  furnished = await newAccount(gateway.url);
  await furnished.furnish();
});

const isRead = ({ method }: Operation) => method === 'GET';
const hasPath = (operation: Operation) => parametersIn(operation, 'path').length > 0;

/** An account that has what an operation needs, and nothing where that is nothing. */
async function accountFor(operation: Operation) {
  const account = isRead(operation) ? furnished : await newAccount(gateway.url);
  if (!isRead(operation) && hasPath(operation)) await account.furnish();
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
  test('the example succeeds, and the answer is as described', async () => {
    const { account, path } = await accountFor(operation);
    const answer = await account.call(operation, { path });

    expect(answerViolations(operation, answer)).toEqual([]);
    expect(answer.status).toBe(successOf(operation));
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    // An empty list would conform without saying anything.
    expect(answer.text).not.toBe('[]');
    if (isBatch(operation)) expect(JSON.parse(answer.text)).toMatchObject({ created: 2, rejected: 0 });
  });

  test('without a key, with a wrong one: 401', async () => {
    const account = await newAccount(gateway.url);
    for (const token of [null, 'ot_live_nonsense']) {
      const answer = await account.call(operation, { token, path: examplePath(operation) });
      expectError(operation, answer, 401, 'Unauthorized');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('with every scope but its own: 403, which names the scope', async () => {
    const scope = operation['x-required-scope'];
    const others = allScopes.filter((other) => other !== scope);
    const answer = await (await newAccount(gateway.url, others)).call(operation, {
      path: examplePath(operation),
    });

    expectError(operation, answer, 403, 'Forbidden');
    expect(JSON.parse(answer.text).message).toContain(scope);
  });
});

describe.each(operations.filter(hasPath))("another developer's, by $operationId", (operation) => {
  test('404, the same as for what does not exist', async () => {
    const path = await furnished.existing(operation);
    const stranger = await newAccount(gateway.url);
    const answer = await stranger.call(operation, { path });
    expectError(operation, answer, 404, 'Not Found');
  });
});

describe.each(operations.filter((operation) => isRead(operation) && !hasPath(operation)))(
  "another developer's, by $operationId",
  (operation) => {
    test('an empty list', async () => {
      const answer = await (await newAccount(gateway.url)).call(operation);
      expect(answer).toMatchObject({ status: 200, text: '[]' });
    });
  },
);

describe.each(operations.filter((operation) => !isRead(operation)))(
  'a retry of $operationId',
  (operation) => {
    test.each(parametersIn(operation, 'header'))('with $name replays', async ({ name }) => {
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
  },
);
