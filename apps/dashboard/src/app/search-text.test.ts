import { describe, expect, test } from 'vitest';
import { readRecordsSearch } from '../records/records-search.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

// Parsed as numbers, the first would name another agent, and `null` none.
const keys = ['12345678901234567890', '007', '1e5', '1.50', '-0', 'true', 'null', '12', 'a b', '{"a', '"'];

describe.each(keys)('the agent %s', (agentKey) => {
  test('is shown by a link from elsewhere', () => {
    const link = `?${new URLSearchParams({ agentKey })}`;
    expect(readRecordsSearch(parseSearch(link))).toEqual({ agentKey });
  });

  test.each(['', '"', '[', '{}'])('is read back as written, between %j', (quote) => {
    const search = { agentKey: quote + agentKey + quote };
    expect(readRecordsSearch(parseSearch(stringifySearch(search)))).toEqual(search);
  });
});

test('lists and numbers keep their types', () => {
  const search = { by: [{ dimension: 'metadata', metadataKey: '1e5' }], first: 20, every: 'week' };
  expect({ ...parseSearch(stringifySearch(search)) }).toEqual(search);
  expect({ ...parseSearch('?every=%22week%22') }).toEqual({ every: 'week' });
});
