import { hash } from 'node:crypto';
import type { EventDraft, ObservedRecord } from '@outturn/service';
import type { Attributes, LogRecord } from '../telemetry.ts';
import { AttributeReader } from './attribute-reader.ts';
import { cutOptional, type Ignored, optional, type Unusable, usd } from './event-fields.ts';
import { cut, type GroupSource, keyText, metadataOf, shownScope } from './group-source.ts';
import { makerOf } from './provider.ts';
import { chosen } from './spellings.ts';
import { toMilliseconds } from './times.ts';
import { wholeCounts } from './usage.ts';

/** Characters of a name of an event. */
const MAX_NAME = 64;

/** A record of a kind that makes an event. */
type Kind = {
  readonly type: 'llm.call' | 'tool.call';
  /** The attribute that has the session. */
  readonly session: string;
  readonly isError: (record: AttributeReader) => boolean;
  readonly fields: (record: AttributeReader) => Partial<EventDraft>;
};

/** Others of the same software repeat calls, or are parts of them. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['claude_code.api_request', { ...call('session.id', claudeCall), isError: () => false }],
  ['claude_code.api_error', { ...call('session.id', claudeCall), isError: () => true }],
  ['claude_code.tool_result', tool('session.id', 'tool_name')],
  ['codex.sse_event', { ...call('conversation.id', codexCall), isError: () => false }],
  ['codex.tool_result', tool('conversation.id', 'tool_name')],
  ['gemini_cli.api_response', { ...call('session.id', geminiCall), isError: () => false }],
  ['gemini_cli.api_error', { ...call('session.id', geminiCall), isError: () => true }],
  ['gemini_cli.tool_call', tool('session.id', 'function_name')],
]);

/** The software that sent a record, by the name of its event and its scope; users change the name of the service. */
function eventNameOf(scope: string, record: LogRecord): string {
  const name = new AttributeReader(record.attributes).text('event.name') ?? record.eventName;
  if (scope === 'com.anthropic.claude_code.events') return record.body ?? `claude_code.${name}`;
  return name || scope;
}

/** The name that the page Traces shows: a scope, or words with dots between. Any other text may be a prompt. */
function shownName(scope: string, name: string): string {
  if (name === scope) return shownScope(scope);
  return name.length <= MAX_NAME && /^[a-z]\w*(\.\w+)*$/i.test(name) ? name : 'other';
}

export function mapRecord(from: GroupSource, record: LogRecord): ObservedRecord | Unusable | Ignored {
  const { scope, software, names } = from;
  const name = eventNameOf(scope, record);
  const source = { signal: 'logs', software, name: shownName(scope, name) } as const;
  const kind = kinds.get(name);
  if (!kind || !isFrom(scope, name)) return { ignored: 'noCall', source };
  const attributes = new AttributeReader(record.attributes);
  // Each call of Codex sends a second one, without tokens.
  if (name === 'codex.sse_event' && !attributes.has('input_token_count'))
    return { ignored: 'toldTwice', source };
  const time = record.time > 0n ? record.time : record.observedTime;
  if (time <= 0n) return { problem: 'it has no time', source };
  const told = attributes.count('duration_ms');
  // A year and more is no duration.
  const duration = told !== undefined && told < 31_536_000_000 ? told : undefined;
  const session = keyText(attributes.text(chosen.session) ?? attributes.text(kind.session));
  const agent = keyText(attributes.text(chosen.agent)) ?? names.agent ?? names.service;
  const customer = keyText(attributes.text(chosen.customer)) ?? names.customer;
  return {
    source,
    origin: originOf(scope, record),
    names: {
      ...optional('agent', agent),
      ...optional('session', session ?? names.session),
      ...optional('customer', customer),
    },
    event: {
      type: kind.type,
      occurredAt: new Date(Math.max(0, toMilliseconds(time) - (duration ?? 0))).toISOString(),
      ...optional('durationMs', duration),
      isError: kind.isError(attributes),
      ...(/^[0-9a-f]{32}$/.test(record.traceId) && { traceId: record.traceId }),
      ...kind.fields(attributes),
      ...optional('metadata', metadataOf(from, record.attributes)),
    },
  };
}

/** Names of events are those of the software that has the scope. */
function isFrom(scope: string, name: string): boolean {
  if (name.startsWith('claude_code.')) return scope === 'com.anthropic.claude_code.events';
  return name.startsWith('gemini_cli.') ? scope === 'gemini-cli' : true;
}

function call(session: string, fields: Kind['fields']) {
  return { type: 'llm.call', session, fields } as const;
}

function tool(session: string, attribute: 'tool_name' | 'function_name'): Kind {
  return {
    type: 'tool.call',
    session,
    isError: (record) => record.text('success') === 'false',
    fields: (record) => ({ toolKey: keyText(record.text(attribute)) ?? 'unknown', ...nameOf(record) }),
  };
}

/** The name of a sub-agent. */
function nameOf(record: AttributeReader) {
  return optional('name', cutOptional(record.text('agent.name'), 255));
}

const claudeProviders = new Map([
  ['firstParty', 'anthropic'],
  ['bedrock', 'aws'],
  ['vertex', 'google'],
]);

/** Counts without the cache. Claude Code guesses the costs of models of other makers, and names no provider for them. */
function claudeCall(record: AttributeReader): Partial<EventDraft> {
  const model = record.text('model');
  const isClaude = /claude/i.test(model ?? '');
  const told = record.text('anthropic.provider');
  const speed = record.text('speed');
  const uncached = record.count('input_tokens');
  const cacheReadTokens = record.count('cache_read_tokens');
  const cacheWriteTokens = record.count('cache_creation_tokens');
  const provider = told === undefined ? 'anthropic' : (claudeProviders.get(told) ?? told);
  return {
    ...nameOf(record),
    ...optional('model', cutOptional(model, 255)),
    ...(isClaude && { provider: cut(provider, 255) }),
    ...(speed !== 'normal' && optional('serviceTier', cutOptional(speed, 64))),
    ...wholeCounts({
      inputTokens:
        uncached === undefined ? undefined : uncached + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
      cacheReadTokens,
      cacheWriteTokens,
      cacheWrite1hTokens: record.count('cache_creation_1h_tokens'),
      outputTokens: record.count('output_tokens'),
      reasoningTokens: undefined,
    }),
    ...(isClaude && optional('cost', usd(record.number('cost_usd')))),
  };
}

function codexCall(record: AttributeReader): Partial<EventDraft> {
  const model = record.text('model');
  return {
    ...optional('model', cutOptional(model, 255)),
    ...optional('provider', model === undefined ? undefined : makerOf(model)),
    ...wholeCounts({
      inputTokens: record.count('input_token_count'),
      cacheReadTokens: record.count('cached_token_count'),
      cacheWriteTokens: record.count('cache_write_token_count'),
      cacheWrite1hTokens: undefined,
      outputTokens: record.count('output_token_count'),
      reasoningTokens: record.count('reasoning_token_count'),
    }),
  };
}

/** The output leaves the thoughts out. */
function geminiCall(record: AttributeReader): Partial<EventDraft> {
  const output = record.count('output_token_count');
  const thoughts = record.count('thoughts_token_count');
  return {
    ...optional('model', cutOptional(record.text('model'), 255)),
    provider: 'google',
    ...wholeCounts({
      inputTokens: record.count('input_token_count'),
      cacheReadTokens: record.count('cached_content_token_count'),
      cacheWriteTokens: undefined,
      cacheWrite1hTokens: undefined,
      outputTokens: output === undefined ? undefined : output + (thoughts ?? 0),
      reasoningTokens: thoughts,
    }),
  };
}

/**
 * Records have no id that all software sends: sequence numbers begin again with a session that is resumed, and ids of requests are
 * missing on some platforms. So a record is told by its time and all that is read of it.
 */
function originOf(scope: string, record: LogRecord): string {
  const attributes: [string, unknown][] = [...sorted(record.attributes)];
  return hash(
    'sha256',
    JSON.stringify([
      scope,
      // The time of observation is that of the last program on the way.
      String(record.time > 0n ? record.time : record.observedTime),
      record.eventName,
      record.body,
      attributes,
    ]),
    'hex',
  );
}

function sorted(attributes: Attributes): [string, unknown][] {
  return [...attributes].sort(([a], [b]) => (a < b ? -1 : 1));
}
