import { expect, test } from 'vitest';
import { refusalOf } from '../cli/commands/refusal.fixture.ts';

const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/outturn';

test.each(['keys list', 'developers list', 'migrate', 'rollups verify'])(
  '%s names the variable of a database that is away',
  async (command) => {
    expect(await refusalOf(command.split(' '), { DATABASE_URL, DATABASE_DIRECT_URL: '' })).toBe(
      'Cannot connect to DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1',
    );
  },
);
