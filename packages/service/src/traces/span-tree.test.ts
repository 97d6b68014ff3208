import { expect, test } from 'vitest';
import type { Names, ObservedSpan, Role } from './observation.ts';
import { type KeptSpan, type Placement, placeSpans } from './span-tree.ts';

const usage = { inputTokens: 1 };

type Some = { parent?: string; role?: Role; names?: Names; hasUsage?: boolean };

function span(
  spanId: string,
  { parent, role = 'call', names = {}, hasUsage = true }: Some = {},
): ObservedSpan {
  const hasEvent = role === 'call' || role === 'tool';
  return {
    traceId: 'trace',
    spanId,
    parentSpanId: parent ?? null,
    role,
    names,
    resource: {},
    source: { signal: 'traces', software: 'test', name: 'test' },
    event: hasEvent ? { type: 'llm.call', ...(hasUsage && usage) } : null,
  };
}

/** Places requests one after the other, each with all that is known of the trace. */
function placeAll(...requests: ObservedSpan[][]): { kept: Map<string, KeptSpan>; last: Placement } {
  const kept = new Map<string, KeptSpan>();
  let last: Placement = { changed: [], ready: [], late: [] };
  for (const request of requests) {
    last = placeSpans(request, [...kept.values()]);
    for (const one of last.changed) kept.set(one.spanId, one);
  }
  return { kept, last };
}

const ids = (spans: readonly KeptSpan[]) => spans.map(({ spanId }) => spanId).sort();
const statesOf = (kept: ReadonlyMap<string, KeptSpan>) =>
  Object.fromEntries([...kept].map(([id, { state }]) => [id, state]));

const agent: Names = { agent: { guessed: 'a' } };

test('any order of a tree gives the same rows', () => {
  const tree = [
    span('root', { role: 'agent', names: agent }),
    span('step', { role: 'container', parent: 'root', names: { session: { guessed: 's' } } }),
    span('call', { parent: 'step' }),
    span('tool', { role: 'tool', parent: 'call', names: { agent: { chosen: 'c' } } }),
    span('inner', { parent: 'tool' }),
  ];
  const shown = ({ kept }: ReturnType<typeof placeAll>) =>
    [...kept.values()]
      .map(({ spanId, names, isComplete, callAbove, isOpen }) => ({
        spanId,
        names,
        isComplete,
        callAbove,
        isOpen,
      }))
      .sort((a, b) => (a.spanId < b.spanId ? -1 : 1));
  const expected = shown(placeAll(tree));
  expect(expected.find(({ spanId }) => spanId === 'inner')).toEqual({
    spanId: 'inner',
    names: { agent: { chosen: 'c', guessed: 'a' }, session: { guessed: 's' } },
    isComplete: true,
    callAbove: null,
    isOpen: false,
  });
  for (const order of permutations(tree))
    expect(shown(placeAll(...order.map((one) => [one])))).toEqual(expected);
});

test('what is ready and was not before is so once', () => {
  const { last } = placeAll([span('call', { parent: 'step' })], [span('step', { role: 'container' })]);
  expect(ids(last.ready)).toEqual(['call']);
  const again = placeAll(
    [span('call', { parent: 'step' })],
    [span('step', { role: 'container' })],
    [span('other', { parent: 'step' })],
  );
  expect(ids(again.last.ready)).toEqual(['other']);
});

test('a span that comes again after it was recorded is recorded again, which replays', () => {
  expect(ids(placeAll([span('call')], [span('call')]).last.ready)).toEqual(['call']);
});

test('a span that comes again while it waits changes nothing', () => {
  expect(placeAll([span('call', { parent: 'x' })], [span('call', { parent: 'x' })]).last).toEqual({
    changed: [],
    ready: [],
    late: [],
  });
});

test.each<[string, ObservedSpan[][], Record<string, string>]>([
  [
    'the deeper of two with usage',
    [[span('a'), span('b', { parent: 'a' })]],
    { a: 'dropped', b: 'recorded' },
  ],
  [
    'the deeper through containers, before the outer',
    [[span('c', { parent: 'b' })], [span('b', { role: 'container', parent: 'a' })], [span('a')]],
    { a: 'dropped', b: 'none', c: 'recorded' },
  ],
  [
    'the outer, if the deeper has no usage',
    [[span('b', { parent: 'a', hasUsage: false })], [span('a')]],
    { a: 'recorded', b: 'dropped' },
  ],
  [
    'the deepest of three with usage',
    [[span('a'), span('b', { parent: 'a', hasUsage: false }), span('c', { parent: 'b' })]],
    { a: 'dropped', b: 'dropped', c: 'recorded' },
  ],
  ['the recorded one', [[span('a')], [span('b', { parent: 'a' })]], { a: 'recorded', b: 'dropped' }],
  [
    'the recorded one, below a call that was dropped',
    [[span('a')], [span('b', { parent: 'a' })], [span('c', { parent: 'b' })]],
    { a: 'recorded', b: 'dropped', c: 'dropped' },
  ],
  [
    'the deeper with usage, in a request of its own',
    [[span('a', { hasUsage: false })], [span('b', { parent: 'a' })]],
    { a: 'dropped', b: 'recorded' },
  ],
  [
    'the deeper while neither is complete',
    [[span('a', { parent: 'x' })], [span('b', { parent: 'a' })]],
    { a: 'dropped', b: 'waiting' },
  ],
  [
    'both of two deeper ones',
    [[span('a'), span('b', { parent: 'a' }), span('c', { parent: 'a' })]],
    { a: 'dropped', b: 'recorded', c: 'recorded' },
  ],
  [
    'both, with an agent between',
    [[span('a'), span('b', { role: 'agent', parent: 'a' }), span('c', { parent: 'b' })]],
    { a: 'recorded', b: 'none', c: 'recorded' },
  ],
])('of calls that tell the same, one counts: %s', (_, requests, states) => {
  expect(statesOf(placeAll(...requests).kept)).toEqual(states);
});

test('a call without usage waits, although its ancestors are known', () => {
  expect(statesOf(placeAll([span('a', { hasUsage: false })]).kept)).toEqual({ a: 'waiting' });
});

test('a recorded event takes the keys that it lacks from a late ancestor, and no others', () => {
  const call = span('call', { parent: 'root', names: agent });
  const [kept] = placeSpans([call], []).changed;
  const recorded = { ...(kept as KeptSpan), state: 'recorded' as const };
  const root = span('root', {
    role: 'agent',
    names: { agent: { guessed: 'other' }, session: { guessed: 's' }, customer: { chosen: 'c' } },
  });
  expect(placeSpans([root], [recorded]).late).toMatchObject([
    { span: { spanId: 'call' }, keys: ['session', 'customer'], lateSpanId: 'root' },
  ]);
  const withSession = { ...recorded, resource: { session: 'of the resource' } };
  expect(placeSpans([root], [withSession]).late).toMatchObject([{ keys: ['customer'] }]);
});

test('ten thousand spans below each other are placed', () => {
  const chain = Array.from({ length: 10_000 }, (_, i) =>
    span(`${i}`, { role: 'container', ...(i > 0 && { parent: `${i - 1}` }) }),
  );
  expect(placeSpans(chain.toReversed(), []).changed.every(({ isComplete }) => isComplete)).toBe(true);
});

test('a cycle is never complete', () => {
  const { kept } = placeAll([span('a', { parent: 'b' }), span('b', { parent: 'a' })]);
  expect([...kept.values()].map(({ isComplete }) => isComplete)).toEqual([false, false]);
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}
