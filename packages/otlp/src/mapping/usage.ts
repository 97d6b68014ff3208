import type { AttributeReader } from './attribute-reader.ts';

/** As events have it: `inputTokens` includes the cache, `outputTokens` includes reasoning. Undefined is unknown, 0 is none. */
export type TokenCounts = {
  readonly inputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly cacheWrite1hTokens?: number;
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
};

type Told = Readonly<Record<keyof TokenCounts, number | undefined>>;

/** The counts of a span, whatever its instrumentation means by them. */
export function usageOf(scope: string, attributes: AttributeReader): TokenCounts {
  const told: Told = {
    inputTokens: attributes.firstCount('inputTokens'),
    cacheReadTokens: attributes.firstCount('cacheReadTokens'),
    cacheWriteTokens: attributes.firstCount('cacheWriteTokens'),
    cacheWrite1hTokens: attributes.firstCount('cacheWrite1hTokens'),
    outputTokens: attributes.firstCount('outputTokens'),
    reasoningTokens: attributes.firstCount('reasoningTokens'),
  };
  const total = attributes.firstCount('totalTokens');
  return wholeCounts({
    ...told,
    inputTokens: inputOf(told, total, leavesOutCache(scope, attributes)),
    outputTokens: outputOf(told, total, leavesOutReasoning(scope, attributes)),
  });
}

/**
 * Instrumentations whose input leaves the cache out. The conventions of OpenTelemetry since 1.38 and of OpenInference include it.
 */
function leavesOutCache(scope: string, attributes: AttributeReader): boolean {
  if (attributes.has('langfuse.observation.usage_details')) return true;
  if (scope === '@traceloop/instrumentation-anthropic') return true;
  const system = attributes.text('gen_ai.system') ?? attributes.text('ai.model.provider') ?? '';
  const isAnthropic = system.startsWith('anthropic');
  if (scope === 'paid.node') return isAnthropic;
  if (scope === 'strands-agents') return /claude/i.test(attributes.firstText('model') ?? '');
  // The AI SDK 6 and later tell the parts, and include them.
  const tellsParts = attributes.has('ai.usage.inputTokenDetails.noCacheTokens');
  return scope === 'ai' && isAnthropic && !tellsParts && !hasPartsOfInput(attributes);
}

function hasPartsOfInput(attributes: AttributeReader): boolean {
  return (
    attributes.has('ai.usage.inputTokenDetails.cacheReadTokens') ||
    attributes.has('ai.usage.inputTokenDetails.cacheWriteTokens')
  );
}

function leavesOutReasoning(scope: string, attributes: AttributeReader): boolean {
  return (
    attributes.has('langfuse.observation.usage_details') ||
    scope === '@traceloop/instrumentation-google-generativeai'
  );
}

function inputOf(
  { inputTokens: input, outputTokens: output, cacheReadTokens, cacheWriteTokens }: Told,
  total: number | undefined,
  leavesOut: boolean,
): number | undefined {
  if (input === undefined) return undefined;
  const cached = (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
  const isProven = input < cached || (cached > 0 && total === input + (output ?? 0) + cached);
  return leavesOut || isProven ? input + cached : input;
}

function outputOf(
  { inputTokens: input, outputTokens: output, reasoningTokens }: Told,
  total: number | undefined,
  leavesOut: boolean,
): number | undefined {
  if (output === undefined || reasoningTokens === undefined) return output;
  const isProven =
    output < reasoningTokens ||
    (reasoningTokens > 0 && total !== undefined && total === (input ?? 0) + output + reasoningTokens);
  return leavesOut || isProven ? output + reasoningTokens : output;
}

/** Leaves out parts that exceed their whole or have none, which an event refuses. */
export function wholeCounts(told: Told): TokenCounts {
  const { inputTokens, outputTokens } = told;
  const cacheReadTokens = partOf(inputTokens, told.cacheReadTokens);
  const cacheWriteTokens = partOf(
    inputTokens === undefined ? undefined : inputTokens - (cacheReadTokens ?? 0),
    told.cacheWriteTokens,
  );
  const counts: Told = {
    inputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    cacheWrite1hTokens: partOf(cacheWriteTokens, told.cacheWrite1hTokens),
    outputTokens,
    reasoningTokens: partOf(outputTokens, told.reasoningTokens),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

function partOf(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined || part === undefined || part > whole ? undefined : part;
}
