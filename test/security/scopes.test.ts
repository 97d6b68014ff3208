import { routes } from '@outturn/rest';
import { allOperations, isMutation, scopes } from '@outturn/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes as offered } from '../../apps/dashboard/src/settings/api-keys/scopes.ts';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { type Call, send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { toResult } from '../support/drivers/trpc.ts';

const gateway = useGateway();

/** For each scope, a key that lacks it and has all others. */
const lacking = new Map<string, string>();
beforeAll(async () => {
  for (const scope of new Set(allOperations.map((operation) => operation.scope))) {
    const { token } = await mintKey({ scopes: scopes.filter((other) => other !== scope) });
    lacking.set(scope, token);
  }
});

// Iterates all operations, so that a new one is tested without a change here.
describe.each(allOperations)('$name over tRPC', ({ name, scope, ...operation }) => {
  const call = async (options: Call) => {
    const url = `${gateway.url}/trpc/${name}`;
    return toResult(await send(url, isMutation(operation) ? { ...options, body: '{}' } : options));
  };

  test('is refused without a key', async () => {
    expect(await call({})).toMatchObject({ ok: false, code: 'Unauthorized', status: 401 });
  });

  test(`is refused without the scope ${scope}, before its input is validated`, async () => {
    expect(await call({ token: lacking.get(scope) ?? '' })).toMatchObject({
      ok: false,
      code: 'Forbidden',
      status: 403,
      message: `The API key lacks the scope ${scope}.`,
    });
  });
});

describe.each(routes)('$method /v1$path', ({ method, path, operation }) => {
  const call = async (options: Call) => {
    const hasBody = ['post', 'put', 'patch'].includes(method);
    const url = `${gateway.url}/v1${path.replace(/\{\w+\}/g, 'x')}`;
    const answer = await send(url, {
      ...options,
      method: method.toUpperCase(),
      ...(hasBody && { body: '{}' }),
    });
    return parse(answer.text);
  };

  test('is refused without a key', async () => {
    expect(await call({})).toMatchObject({ code: 'Unauthorized', status: 401 });
  });

  test(`is refused without the scope ${operation.scope}`, async () => {
    expect(await call({ token: lacking.get(operation.scope) ?? '' })).toMatchObject({
      code: 'Forbidden',
      status: 403,
      message: `The API key lacks the scope ${operation.scope}.`,
    });
  });
});

test('the dashboard offers every scope of the server', () => {
  expect(offered.toSorted()).toEqual(scopes);
});
