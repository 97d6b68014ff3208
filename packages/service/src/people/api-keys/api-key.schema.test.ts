import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseTime } from '../../base/clock.ts';
import { SignUpInput } from '../accounts/account.schema.ts';
import { CreateApiKeyInput, RotateApiKeyInput } from './api-key.schema.ts';

const id = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';
const key = { name: 'Production', scopes: ['revenues:read'] };
const problemsOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

beforeEach(() => {
  const sinceStart = vi.spyOn(performance, 'now').mockReturnValue(0);
  sinceStart.mockReturnValue(Date.UTC(2026, 0, 1) - databaseTime());
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [{}, undefined],
  [{ expiresAt: null }, undefined],
  [{ expiresAt: '2026-01-01T00:00:00.001Z' }, undefined],
  [{ expiresAt: '2026-01-01T00:00:00Z' }, ['expiresAt must lie in the future']],
  [{ expiresAt: '2025-12-31T23:59:59Z' }, ['expiresAt must lie in the future']],
  [{ name: '' }, ['name must have at least 1 character']],
  [{ scopes: [] }, ['scopes must name a scope']],
])('a new key with %j: %j', (changes, problems) => {
  expect(problemsOf(CreateApiKeyInput.safeParse({ ...key, ...changes }))).toEqual(problems);
});

test('a rotated key works for a day by default, and at most for a week', () => {
  expect(RotateApiKeyInput.parse({ id }).graceSeconds).toBe(86_400);
  for (const graceSeconds of [0, 604_800])
    expect(RotateApiKeyInput.parse({ id, graceSeconds })).toMatchObject({ graceSeconds });
  for (const graceSeconds of [-1, 604_801, 0.5, '60', null]) {
    const problem = 'graceSeconds must be a whole number from 0 to 604800';
    expect(problemsOf(RotateApiKeyInput.safeParse({ id, graceSeconds }))).toEqual([problem]);
  }
});

test.each([
  [{}, undefined],
  [{ password: 'left to others' }, undefined],
  [{ name: 'a\0' }, ['name must not contain NUL or unpaired surrogates']],
  [{ email: `${'a'.repeat(250)}@x.org` }, ['email must have at most 254 characters']],
  [{ image: 'x'.repeat(2_049) }, ['image must have at most 2048 characters']],
  [{ developerId: id }, ['developerId cannot be chosen']],
])('a sign-up with %j: %j', (changes, problems) => {
  expect(problemsOf(SignUpInput.safeParse({ name: 'Ada', email: 'ada@example.com', ...changes }))).toEqual(
    problems,
  );
});
