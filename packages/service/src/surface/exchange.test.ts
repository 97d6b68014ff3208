import { describe, expect, test, vi } from 'vitest';
import type { CallContext } from '../base/call-context.ts';
import { OutturnError } from '../base/errors.ts';
import type { Principal } from '../base/principal.ts';
import { chargeAtLeastOnce, isJsonType } from './exchange.ts';

test.each([
  ['application/json', true],
  ['APPLICATION/JSON', true],
  ['application/json; charset=utf-8', true],
  ['application/json ;charset=utf-8', true],
  ['application/json; charset="UTF-8"', true],
  ['application/json; version=1; charset=utf8', true],
  ['application/json; charset=utf-16', false],
  ['application/json;version=1;charset="iso-8859-1"', false],
  ['application/json5', false],
  ['application/x-json', false],
  ['text/json', false],
  ['text/plain', false],
  ['', false],
  [undefined, false],
  [null, false],
])('the content type %s is JSON: %s', (contentType, expected) => {
  expect(isJsonType(contentType)).toBe(expected);
});

describe('a request', () => {
  const principal: Principal = {
    kind: 'api-key',
    apiKeyId: 'key',
    developerId: 'me',
    plan: 'free',
    scopes: new Set(),
  };

  function request(admit: CallContext['admit']) {
    const call: CallContext = { principal, requestId: 'test', ...(admit && { admit }) };
    return { call, settle: chargeAtLeastOnce(call) };
  }

  test('costs one call when it came to no operation', async () => {
    const admit = vi.fn(async () => undefined);
    await request(admit).settle();
    expect(admit.mock.calls).toEqual([[1]]);
  });

  test('costs no more once it was charged', async () => {
    const admit = vi.fn(async () => undefined);
    const { call, settle } = request(admit);
    await call.admit?.(5, 7);
    await settle();
    expect(admit.mock.calls).toEqual([[5, 7]]);
  });

  test('is not refused for its cost once it is answered', async () => {
    const { settle } = request(() => Promise.reject(new OutturnError('Rate Limit Exceeded')));
    await expect(settle()).resolves.toBeUndefined();
  });

  test('is not charged for a caller without a limit', async () => {
    await expect(request(undefined).settle()).resolves.toBeUndefined();
  });
});
