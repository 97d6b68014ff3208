import { expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';

const tooShort = 'It must have at least 1 character.';
const noInstant = 'It must be an ISO 8601 timestamp with a time zone, written like';

test.each([
  ['no developer', ['--developer', ''], `'--developer <name>' argument '' is invalid. ${tooShort}`],
  ['a long developer', ['--developer', 'x'.repeat(3_000)], 'It must have at most 500 characters.'],
  ['no name', ['--developer=acme', '--name='], `'--name <name>' argument '' is invalid. ${tooShort}`],
  ['no future', ['--developer=acme', '--expires=2020-01-01T00:00:00Z'], 'It must lie in the future.'],
  ['a year', ['--developer=acme', '--expires=2999'], noInstant],
  ['no time zone', ['--developer=acme', '--expires=2999-01-01T00:00:00'], noInstant],
])('keys create is refused with %s', async (_, options, message) => {
  expect(await refusalOf(['keys', 'create', ...options])).toContain(message);
});
