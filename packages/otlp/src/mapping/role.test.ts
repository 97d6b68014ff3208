import { expect, test } from 'vitest';
import { observe } from './mapping.fixture.ts';

const usage = { 'gen_ai.usage.input_tokens': 1, 'gen_ai.request.model': 'some' };

test.each([
  [{ 'mastra.span.type': 'model_generation', ...usage }, 'container'],
  [{ 'mastra.span.type': 'model_inference', 'gen_ai.operation.name': 'chat' }, 'call'],
  [{ 'mastra.span.type': 'tool_call', 'gen_ai.operation.name': 'execute_tool' }, 'tool'],
  [{ 'mastra.span.type': 'agent_run' }, 'agent'],
  [
    { 'mastra.span.type': 'model_generation', 'openinference.span.kind': 'LLM', 'llm.token_count.prompt': 1 },
    'call',
  ],
  [{ 'ai.operationId': 'ai.generateText' }, 'container'],
  [{ 'ai.operationId': 'ai.generateText.doGenerate' }, 'call'],
  [{ 'ai.operationId': 'ai.embedMany.doEmbed' }, 'call'],
  [{ 'ai.operationId': 'ai.toolCall' }, 'tool'],
  [{ 'langfuse.observation.type': 'generation' }, 'call'],
  [{ 'langfuse.observation.type': 'embedding' }, 'call'],
  [{ 'langfuse.observation.type': 'tool' }, 'tool'],
  [{ 'langfuse.observation.type': 'agent' }, 'agent'],
  [{ 'langfuse.observation.type': 'span' }, 'container'],
  [{ 'openinference.span.kind': 'LLM' }, 'call'],
  [{ 'openinference.span.kind': 'EMBEDDING' }, 'call'],
  [{ 'openinference.span.kind': 'RERANKER' }, 'call'],
  [{ 'openinference.span.kind': 'TOOL' }, 'tool'],
  [{ 'openinference.span.kind': 'AGENT' }, 'agent'],
  [{ 'openinference.span.kind': 'CHAIN' }, 'container'],
  ...[
    'chat',
    'text_completion',
    'generate_content',
    'embeddings',
    'messages',
    'image_generation',
    'responses',
  ].map((name) => [{ 'gen_ai.operation.name': name }, 'call'] as const),
  [{ 'gen_ai.operation.name': 'execute_tool' }, 'tool'],
  [{ 'gen_ai.operation.name': 'invoke_agent', ...usage }, 'agent'],
  [{ 'gen_ai.operation.name': 'create_agent' }, 'agent'],
  [{ 'gen_ai.operation.name': 'of the next version', ...usage }, 'container'],
  [{ 'traceloop.span.kind': 'tool' }, 'tool'],
  [{ 'traceloop.span.kind': 'agent' }, 'agent'],
  [{ 'traceloop.span.kind': 'workflow' }, 'container'],
  [{ 'llm.request.type': 'chat' }, 'call'],
  [{ 'llm.request.type': 'rerank' }, 'container'],
  [usage, 'call'],
  [{ 'llm.usage.prompt_tokens': 1 }, 'other'],
  [{ 'http.request.method': 'GET' }, 'other'],
  [{}, 'other'],
] as const)('a span with %j is: %s', (attributes, role) => {
  expect(observe(attributes).role).toBe(role);
});

test.each(['com.anthropic.claude_code.tracing', 'codex_exec', 'codex_otel.trace_safe'])(
  'a span of %s makes no event, since log records tell the same',
  (scope) => {
    expect(observe({ 'gen_ai.operation.name': 'chat', ...usage }, { scope })).toMatchObject({
      role: 'container',
      event: null,
    });
  },
);
