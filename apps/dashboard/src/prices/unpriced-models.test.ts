import { expect, test } from 'vitest';
import { unpricedRows } from './unpriced-models.ts';

const group = (key: string | null, unpricedEvents: number, isOther = false) => ({
  key,
  label: key,
  isOther,
  totals: { unpricedEvents, unpricedTokens: unpricedEvents * 10 },
});

test('there is a row for each provider of a model, and one for what remains', () => {
  const models = [
    { ...group('house', 3), by: { providers: [group('azure', 2), group(null, 1)] } },
    { ...group('priced', 0), by: { providers: [group('openai', 0)] } },
    { ...group(null, 5, true), by: { providers: [group('azure', 5)] } },
  ];
  expect(unpricedRows(models)).toEqual([
    { model: 'house', provider: 'azure', events: 2, tokens: 20 },
    { model: 'house', provider: null, events: 1, tokens: 10 },
    { model: null, provider: null, events: 5, tokens: 50 },
  ]);
});
