import { expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';
import { urlOption } from './server-options.ts';

// The specification writes its base URL with the version.
test.each([
  'https://outturn.example',
  'https://outturn.example/',
  'https://outturn.example/v1',
  'https://outturn.example/v1/',
])('the URL of a server may be written as %s', (url) => {
  expect(urlOption().parseArg?.(url, undefined)).toBe('https://outturn.example');
});

test.each([
  ['--days=0', 'whole number'],
  ['--seed=a b', 'letters'],
])('seed refuses %s', async (option, message) => {
  expect(await refusalOf(['seed', option], { OUTTURN_API_KEY: 'x' })).toContain(message);
});

test.each([[['import', 'revenues', 'sales.csv']], [['seed']]])(
  '%j is refused without an API key',
  async (args) => {
    expect(await refusalOf(args, { OUTTURN_API_KEY: '' })).toContain('OUTTURN_API_KEY');
  },
);
