import type { IgnoredReason, Source } from '../base/telemetry-counts.ts';
import type { RecordEventInput } from '../records/events/event.schema.ts';

/**
 * What a span is: a `call` of a model or a `tool` makes an event. An `agent` and a `container` only lend their names to those below
 * them, like `other` spans, which instrumentations of HTTP or databases send.
 */
export type Role = 'call' | 'tool' | 'agent' | 'container' | 'other';

/** The keys of an event that its ancestors may name. */
export const namedKeys = ['agent', 'session', 'customer'] as const;
export type NamedKey = (typeof namedKeys)[number];

/** A key that the sender chose for Outturn (`outturn.agent`), and one that some other attribute suggests. */
export type Named = { readonly chosen?: string; readonly guessed?: string };
export type Names = { readonly [Key in NamedKey]?: Named };

/** An event without the keys that ancestors may name. */
export type EventDraft = Omit<RecordEventInput, 'agentKey' | 'sessionKey' | 'customerKey'>;

/** An event, and who told it. */
export type ToldEvent = { readonly draft: EventDraft; readonly source: Source };

type SpanIds = { readonly traceId: string; readonly spanId: string };

export type ObservedSpan = SpanIds & {
  /** Null for a root. */
  readonly parentSpanId: string | null;
  readonly role: Role;
  readonly source: Source;
  /** Those on the span itself. */
  readonly names: Names;
  /** Those of its resource, which count when neither the span nor an ancestor has one. */
  readonly resource: ResourceNames;
  /** Null unless it is a call or a tool. */
  readonly event: EventDraft | null;
  /** Why it makes no event, if it is no container either. */
  readonly ignored?: IgnoredReason;
};

export type ResourceNames = { readonly [Key in NamedKey]?: string } & {
  /** The agent if nothing names one. */
  readonly service?: string;
};

export type ObservedRecord = {
  readonly source: Source;
  /** Identifies the record: derived from its time, its session and every attribute that the mapping reads. */
  readonly origin: string;
  readonly names: { readonly [Key in NamedKey]?: string };
  readonly event: EventDraft;
};
