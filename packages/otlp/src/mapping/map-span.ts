import type { EventDraft, IgnoredReason, Named, Names, ObservedSpan, Role } from '@outturn/service';
import type { Span } from '../telemetry.ts';
import { AttributeReader, storable } from './attribute-reader.ts';
import { cutOptional, optional, type Unusable, usd } from './event-fields.ts';
import { cut, type GroupSource, keyText, MAX_TEXT, metadataOf, shownScope } from './group-source.ts';
import { providerOf } from './provider.ts';
import { isToldByLogs, roleOf } from './role.ts';
import { chosen } from './spellings.ts';
import { durationOf, toInstant } from './times.ts';
import { usageOf } from './usage.ts';

const MAX_TIER = 64;

const traceId = /^(?!0*$)[0-9a-f]{32}$/;
const spanId = /^(?!0*$)[0-9a-f]{16}$/;
/** Some exporters write the missing parent of a root so. */
const NO_PARENT = '0000000000000000';

export function mapSpan(from: GroupSource, span: Span): ObservedSpan | Unusable {
  const problem = problemOf(span);
  const source = { signal: 'traces', software: from.software, name: shownScope(from.scope) } as const;
  if (problem) return { problem, source };
  const attributes = new AttributeReader(span.attributes);
  const { scope, names } = from;
  const role = roleOf(scope, attributes);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: isRoot(span) ? null : span.parentSpanId,
    role,
    source,
    names: namesOf(role, { scope, span, attributes }),
    resource: names,
    event: role === 'call' || role === 'tool' ? draftOf(role, { from, span, attributes }) : null,
    ...optional('ignored', ignoredReasonOf(scope, role)),
  };
}

function ignoredReasonOf(scope: string, role: Role): IgnoredReason | undefined {
  if (isToldByLogs(scope)) return 'toldByLogs';
  return role === 'other' ? 'noCall' : undefined;
}

function problemOf(span: Span): string | undefined {
  const { start } = span;
  if (!traceId.test(span.traceId)) return 'its trace id has not 16 bytes, or all are zero';
  if (!spanId.test(span.spanId)) return 'its span id has not 8 bytes, or all are zero';
  if (!isRoot(span) && !spanId.test(span.parentSpanId)) return 'the id of its parent has not 8 bytes';
  if (start <= 0n) return 'it has no start';
  return undefined;
}

function isRoot({ parentSpanId }: Span): boolean {
  return parentSpanId === '' || parentSpanId === NO_PARENT;
}

/** Software that tells its calls by log records names a device as its user, which is no customer of the spans below. */
function namesOf(
  role: Role,
  { scope, span, attributes }: { scope: string; span: Span; attributes: AttributeReader },
): Names {
  const names: { agent?: Named; session?: Named; customer?: Named } = {};
  for (const key of ['agent', 'session', 'customer'] as const) {
    const own = keyText(attributes.text(chosen[key]));
    const guessed = isToldByLogs(scope)
      ? undefined
      : (keyText(attributes.firstText(key)) ??
        (key === 'agent' ? agentOf(role, span, attributes) : undefined));
    if (own !== undefined || guessed !== undefined)
      names[key] = { ...(own !== undefined && { chosen: own }), ...(guessed !== undefined && { guessed }) };
  }
  return names;
}

/** Langfuse and OpenInference name an agent by the span alone. */
function agentOf(role: Role, { name }: Span, attributes: AttributeReader): string | undefined {
  const isNamedBySpan =
    attributes.has('langfuse.observation.type') || attributes.has('openinference.span.kind');
  return role === 'agent' && isNamedBySpan ? keyText(storable(name.trim())) : undefined;
}

type Drafted = {
  readonly from: GroupSource;
  readonly span: Span;
  readonly attributes: AttributeReader;
};

function draftOf(role: 'call' | 'tool', { from, span, attributes }: Drafted): EventDraft {
  return {
    type: role === 'call' ? 'llm.call' : 'tool.call',
    ...optional('name', cut(storable(span.name), MAX_TEXT)),
    occurredAt: toInstant(span.start),
    ...optional('durationMs', durationOf(span.start, span.end)),
    isError:
      span.hasFailed ||
      attributes.text('error.type') !== undefined ||
      attributes.text('langfuse.observation.level') === 'ERROR',
    traceId: span.traceId,
    spanId: span.spanId,
    ...(role === 'call' ? callFields(from.scope, attributes) : { toolKey: toolOf(span, attributes) }),
    ...optional('metadata', metadataOf(from, span.attributes)),
  };
}

function callFields(scope: string, attributes: AttributeReader) {
  const model = attributes.firstText('model');
  const told = attributes.firstText('provider');
  return {
    ...optional('model', cutOptional(model, MAX_TEXT)),
    ...optional('provider', cutOptional(providerOf(told, model), MAX_TEXT)),
    ...optional('serviceTier', cutOptional(attributes.firstText('serviceTier'), MAX_TIER)),
    ...usageOf(scope, attributes),
    ...optional('cost', costOf(attributes)),
  };
}

/** In USD, rounded to 9 decimals. One in another currency, and a negative one, are not taken. */
function costOf(attributes: AttributeReader): string | undefined {
  const currency = attributes.firstText('currency');
  if (currency !== undefined && currency.toUpperCase() !== 'USD') return undefined;
  return usd(attributes.firstNumber('cost'));
}

function toolOf({ name }: Span, attributes: AttributeReader): string {
  const told =
    attributes.firstText('tool') ??
    (attributes.text('traceloop.span.kind') === 'tool'
      ? attributes.text('traceloop.entity.name')
      : undefined);
  return keyText(told) ?? keyText(storable(name.trim())) ?? 'unknown';
}
