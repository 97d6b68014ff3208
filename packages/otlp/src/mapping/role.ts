import type { Role } from '@outturn/service';
import type { AttributeReader } from './attribute-reader.ts';

/** The same calls come from these as log records, which tell more. */
export function isToldByLogs(scope: string): boolean {
  return scope === 'com.anthropic.claude_code.tracing' || scope.startsWith('codex');
}

const langfuse = new Map<string, Role>([
  ['generation', 'call'],
  ['embedding', 'call'],
  ['tool', 'tool'],
  ['agent', 'agent'],
]);

const openInference = new Map<string, Role>([
  ['LLM', 'call'],
  ['EMBEDDING', 'call'],
  ['RERANKER', 'call'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

/** Unknown operations are containers: new ones come with each version, and most have the sums of the calls below them. */
const operations = new Map<string, Role>([
  ['chat', 'call'],
  ['text_completion', 'call'],
  ['generate_content', 'call'],
  ['embeddings', 'call'],
  ['responses', 'call'],
  // Paid.
  ['messages', 'call'],
  ['image_generation', 'call'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
]);

const traceloop = new Map<string, Role>([
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['workflow', 'container'],
  ['task', 'container'],
]);

/** Of Mastra; all others are containers, whatever usage they carry. */
const mastraRoles = new Map<string, Role>([
  ['agent_run', 'agent'],
  ['model_inference', 'call'],
  ['tool_call', 'tool'],
]);

/** What a span is, by the first convention that it follows. */
export function roleOf(scope: string, attributes: AttributeReader): Role {
  if (isToldByLogs(scope)) return 'container';
  const openInferenceKind = attributes.text('openinference.span.kind');
  const mastra = attributes.text('mastra.span.type');
  if (mastra !== undefined) {
    const role = mastraRoles.get(mastra) ?? 'container';
    // The exporter of Arize tells the call by the span around it.
    const isTold = openInferenceKind === 'LLM' && attributes.has('llm.token_count.prompt');
    if (role !== 'call' && role !== 'tool') return isTold ? 'call' : role;
  }
  const aiSdk = attributes.text('ai.operationId');
  if (aiSdk !== undefined) {
    if (aiSdk === 'ai.toolCall') return 'tool';
    return aiSdk.includes('.do') ? 'call' : 'container';
  }
  const langfuseType = attributes.text('langfuse.observation.type');
  if (langfuseType !== undefined) return langfuse.get(langfuseType) ?? 'container';
  if (openInferenceKind !== undefined) return openInference.get(openInferenceKind) ?? 'container';
  const operation = attributes.text('gen_ai.operation.name');
  if (operation !== undefined) return operations.get(operation) ?? 'container';
  const traceloopKind = attributes.text('traceloop.span.kind');
  if (traceloopKind !== undefined) return traceloop.get(traceloopKind) ?? 'container';
  // Older versions of Traceloop and OpenLLMetry tell no operation.
  const requestType = attributes.text('llm.request.type');
  if (requestType !== undefined)
    return /^(chat|completion|embedding)$/.test(requestType) ? 'call' : 'container';
  const hasUsage =
    attributes.firstCount('inputTokens') !== undefined || attributes.firstCount('outputTokens') !== undefined;
  return hasUsage && attributes.firstText('model') !== undefined ? 'call' : 'other';
}
