/**
 * The attributes of each field, in order of precedence: the first with a usable value counts, and none is added to another.
 * `name#a.b` is the value at `a.b` of a text of JSON.
 *
 * Sources: OpenTelemetry's conventions for generative AI of 1.27 to 1.45 and those of 2026, OpenInference 2.12, Traceloop 0.27, the AI
 * SDK 4 to 7, Langfuse, Mastra, Paid, Strands, and recorded requests of all of them.
 */
export const spellings = {
  model: [
    'gen_ai.response.model',
    'llm.response.model_name',
    'ai.response.model',
    'langfuse.observation.model.name',
    'llm.model_name',
    'embedding.model_name',
    'gen_ai.request.model',
    'llm.request.model_name',
    'ai.model.id',
  ],
  provider: [
    'gen_ai.provider.name',
    'gen_ai.system',
    'llm.provider',
    'llm.system',
    'ai.model.provider',
    'metadata#ls_provider',
  ],
  inputTokens: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    // Of embeddings.
    'ai.usage.tokens',
    'llm.usage.prompt_tokens',
    'langfuse.observation.usage_details#input',
  ],
  outputTokens: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
    'llm.usage.completion_tokens',
    'langfuse.observation.usage_details#output',
  ],
  cacheReadTokens: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'gen_ai.usage.cached_input_tokens',
    'llm.token_count.prompt_details.cache_read',
    'ai.usage.inputTokenDetails.cacheReadTokens',
    'ai.usage.cachedInputTokens',
    'langfuse.observation.usage_details#input_cached_tokens',
    'langfuse.observation.usage_details#cache_read_input_tokens',
    'ai.response.providerMetadata#anthropic.usage.cache_read_input_tokens',
    'ai.response.providerMetadata#anthropic.cacheReadInputTokens',
    'ai.response.providerMetadata#openai.cachedPromptTokens',
  ],
  cacheWriteTokens: [
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.cache_write_input_tokens',
    'llm.token_count.prompt_details.cache_write',
    'ai.usage.inputTokenDetails.cacheWriteTokens',
    'langfuse.observation.usage_details#cache_creation_input_tokens',
    'ai.response.providerMetadata#anthropic.usage.cache_creation_input_tokens',
    'ai.response.providerMetadata#anthropic.cacheCreationInputTokens',
  ],
  cacheWrite1hTokens: [
    'anthropic.usage.cache_creation.ephemeral_1h_input_tokens',
    'ai.response.providerMetadata#anthropic.usage.cache_creation.ephemeral_1h_input_tokens',
  ],
  reasoningTokens: [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'gen_ai.usage.reasoning_output_tokens',
    'llm.token_count.completion_details.reasoning',
    'ai.usage.outputTokenDetails.reasoningTokens',
    'ai.usage.reasoningTokens',
    'langfuse.observation.usage_details#output_reasoning_tokens',
    // Qwen Code.
    'thoughts_token_count',
  ],
  /** Shows what the others mean; it is never added. */
  totalTokens: [
    'gen_ai.usage.total_tokens',
    'llm.token_count.total',
    'llm.usage.total_tokens',
    'ai.usage.totalTokens',
  ],
  cost: [
    'langfuse.observation.cost_details#total',
    'llm.cost.total',
    'gen_ai.usage.cost',
    'gen_ai.usage.total_cost',
  ],
  currency: ['gen_ai.usage.cost.currency'],
  serviceTier: [
    'openai.response.service_tier',
    'gen_ai.openai.response.service_tier',
    'anthropic.response.service_tier',
  ],
  agent: [
    'gen_ai.agent.name',
    'agent.name',
    'ai.telemetry.functionId',
    'external_agent_id',
    'metadata#lc_agent_name',
    'gen_ai.agent.id',
  ],
  session: [
    'gen_ai.conversation.id',
    'session.id',
    'langfuse.session.id',
    ...within('traceloop.association.properties.', ['session_id', 'conversation_id', 'thread_id', 'chat_id']),
    ...within('ai.telemetry.metadata.', ['sessionId', 'session_id', 'conversationId', 'threadId']),
    ...within('ai.settings.context.', ['sessionId', 'session_id', 'conversationId', 'threadId']),
    ...within('mastra.metadata.', ['sessionId', 'threadId']),
    ...within('metadata#', ['session_id', 'sessionId', 'thread_id']),
  ],
  customer: [
    'external_customer_id',
    ...inContainers(['customer_id', 'customerId', 'customerKey']),
    'user.id',
    'langfuse.user.id',
    'enduser.id',
    'enduser.pseudo.id',
    ...inContainers(['user_id', 'userId']),
  ],
  tool: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'],
} as const satisfies Record<string, readonly string[]>;

export type SpelledField = keyof typeof spellings;

function within(container: string, names: readonly string[]): string[] {
  return names.map((name) => container + name);
}

/** Where applications put names of their own. */
function inContainers(names: readonly string[]): string[] {
  return [
    'traceloop.association.properties.',
    'ai.telemetry.metadata.',
    'ai.settings.context.',
    'mastra.metadata.',
    'metadata#',
  ].flatMap((container) => within(container, names));
}

/** The keys that a sender chooses for Outturn, before all guesses. */
export const chosen = {
  agent: 'outturn.agent',
  session: 'outturn.session',
  customer: 'outturn.customer',
} as const;

export const METADATA_PREFIX = 'outturn.metadata.';
export const ENVIRONMENT = 'deployment.environment.name';
export const SERVICE = 'service.name';

/** What tells the kind of a span, and whether it failed. */
const kindAttributes = [
  'mastra.span.type',
  'ai.operationId',
  'langfuse.observation.type',
  'langfuse.observation.level',
  'openinference.span.kind',
  'gen_ai.operation.name',
  'traceloop.span.kind',
  'traceloop.entity.name',
  'llm.request.type',
  'error.type',
] as const;

/** Of log records: see {@link mapRecord}. */
const recordAttributes = [
  'event.name',
  'session.id',
  'conversation.id',
  'model',
  'anthropic.provider',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_creation_tokens',
  'cache_creation_1h_tokens',
  'cost_usd',
  'speed',
  'duration_ms',
  'tool_name',
  'function_name',
  'success',
  'agent.name',
  'input_token_count',
  'output_token_count',
  'cached_token_count',
  'cache_write_token_count',
  'reasoning_token_count',
  'cached_content_token_count',
  'thoughts_token_count',
] as const;

const readNames: ReadonlySet<string> = new Set([
  ...Object.values(spellings)
    .flat()
    .map((spelling) => spelling.split('#')[0] ?? ''),
  ...Object.values(chosen),
  ENVIRONMENT,
  SERVICE,
  ...kindAttributes,
  ...recordAttributes,
  // Only its presence counts: see {@link toInclusive}.
  'ai.usage.inputTokenDetails.noCacheTokens',
]);

/** Whether the mapping reads the attribute. All others, prompts and answers among them, are skipped where they stand. */
export function isRead(name: string): boolean {
  return readNames.has(name) || name.startsWith(METADATA_PREFIX);
}
