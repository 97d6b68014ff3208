import { expect, test } from 'vitest';
import { observe } from './mapping.fixture.ts';

const call = { 'gen_ai.operation.name': 'chat' };
const input = 'gen_ai.usage.input_tokens';
const output = 'gen_ai.usage.output_tokens';
const read = 'gen_ai.usage.cache_read.input_tokens';
const written = 'gen_ai.usage.cache_write.input_tokens';
const reasoning = 'gen_ai.usage.reasoning.output_tokens';
const total = 'gen_ai.usage.total_tokens';

const countsOf = (attributes: Record<string, string | number>, scope?: string) => {
  const { inputTokens, outputTokens } =
    observe({ ...call, ...attributes }, scope ? { scope } : {}).event ?? {};
  return [inputTokens, outputTokens];
};

test.each([
  [
    'by the convention',
    'test',
    { [input]: 100, [read]: 60, [written]: 20, [output]: 9, [reasoning]: 4 },
    [100, 9],
  ],
  [
    'of Traceloop for Anthropic',
    '@traceloop/instrumentation-anthropic',
    { [input]: 10, [read]: 6 },
    [16, undefined],
  ],
  [
    'of Strands with a model of Anthropic',
    'strands-agents',
    { [input]: 10, [read]: 6, 'gen_ai.request.model': 'claude-x' },
    [16, undefined],
  ],
  [
    'of Strands with another model',
    'strands-agents',
    { [input]: 10, [read]: 6, 'gen_ai.request.model': 'gpt-x' },
    [10, undefined],
  ],
  [
    'of the AI SDK 5 with Anthropic',
    'ai',
    { [input]: 10, [read]: 6, 'gen_ai.system': 'anthropic.messages' },
    [16, undefined],
  ],
  [
    'of the AI SDK 7 with Anthropic',
    'ai',
    {
      [input]: 10,
      'ai.usage.inputTokenDetails.cacheReadTokens': 6,
      'gen_ai.system': 'anthropic.messages',
    },
    [10, undefined],
  ],
  [
    'of Paid with Anthropic',
    'paid.node',
    { [input]: 10, [read]: 6, 'gen_ai.system': 'anthropic' },
    [16, undefined],
  ],
  ['that are proven by a part', 'test', { [input]: 5, [read]: 6 }, [11, undefined]],
  ['that are proven by the total', 'test', { [input]: 10, [read]: 6, [output]: 4, [total]: 20 }, [16, 4]],
  ['whose total proves nothing', 'test', { [input]: 10, [read]: 6, [output]: 4, [total]: 14 }, [10, 4]],
  [
    'of thoughts beside the output',
    'test',
    { [input]: 10, [output]: 4, [reasoning]: 6, [total]: 20 },
    [10, 10],
  ],
  [
    'of Langfuse',
    'langfuse-sdk',
    {
      'langfuse.observation.usage_details': JSON.stringify({
        input: 10,
        input_cached_tokens: 6,
        output: 4,
        output_reasoning_tokens: 2,
      }),
    },
    [16, 6],
  ],
])('tokens %s', (_, scope, attributes, counts) => {
  expect(countsOf(attributes, scope)).toEqual(counts);
});

test('absent counts are unknown, and zero is zero', () => {
  expect(countsOf({})).toEqual([undefined, undefined]);
  expect(countsOf({ [input]: 0, [output]: '0' })).toEqual([0, 0]);
});

test('two spellings of one count are never added', () => {
  expect(
    countsOf({
      [input]: 10,
      'gen_ai.usage.prompt_tokens': 10,
      [read]: 4,
      'gen_ai.usage.cache_read_input_tokens': 4,
    }),
  ).toEqual([10, undefined]);
});

test('a part without its whole is left out', () => {
  expect(observe({ ...call, [read]: 5 }).event?.cacheReadTokens).toBeUndefined();
});

test.each([-1, 1.5, 'many', 2 ** 60])('%s is no count', (value) => {
  expect(countsOf({ [input]: value })).toEqual([undefined, undefined]);
});
