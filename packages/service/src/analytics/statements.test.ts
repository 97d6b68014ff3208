import { expect, test } from 'vitest';
import { registry } from './kinds.fixture.ts';
import { funnelStatement, sumStatement } from './statements.ts';

const scope = { developerId: 'me', levels: [], hasDeltas: false, registry };
const edges = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];
const amount = undefined;

test.each<[string, Parameters<typeof sumStatement>[0]['where'], string[]]>([
  ['nothing', { dimensions: [{ dimension: 'agent', in: ['a'] }], amount }, []],
  [
    'dimensions without rollups',
    { dimensions: [{ dimension: 'tool' }, { dimension: 'model' }], amount },
    ['tool', 'model'],
  ],
  [
    'agent beside customer',
    { dimensions: [{ dimension: 'agent' }, { dimension: 'customerMetadata' }], amount },
    ['agent or customer'],
  ],
  ['a range of amounts', { dimensions: [], amount: { gte: '1' } }, ['the range of amounts']],
])('a question is slowed by %s', (_, where, slowedBy) => {
  const of = (names: ('revenue' | 'sessions')[]) =>
    sumStatement({ ...scope, where }, edges, { names, isSeries: false }).slowedBy;
  expect(of(['revenue'])).toEqual(slowedBy);
  expect(of(['revenue', 'sessions'])).toEqual(['sessions', ...slowedBy]);
  expect(funnelStatement({ ...scope, where }, edges, ['paid']).slowedBy).toEqual(['the funnel', ...slowedBy]);
});
