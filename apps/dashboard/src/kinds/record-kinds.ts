import type { Inputs, Outputs } from '../api/client.ts';
import { formatMoney } from '../format/money.ts';
import { visible } from '../format/visible.ts';

/** The kinds of records: the groups of the API that record. */
export type RecordKind = {
  [Group in keyof Inputs]: Inputs[Group] extends { recordBatch: unknown } ? Group : never;
}[keyof Inputs];

type RecordOf<Kind extends RecordKind> = Outputs[Kind]['get'];

/** A record of any kind, with its kind. */
export type AnyRecord = { [Kind in RecordKind]: { kind: Kind; record: RecordOf<Kind> } }[RecordKind];

type FieldOf<Kind extends RecordKind> = Kind extends RecordKind ? keyof RecordOf<Kind> & string : never;
type FilterOf<Kind extends RecordKind> = Exclude<
  keyof NonNullable<Inputs[Kind]['list']> & string,
  'limit' | 'offset' | 'cursor' | 'sort' | 'status'
>;
/** The instants of a record, one of which is its time. */
type InstantOf<Kind extends RecordKind> = FieldOf<Kind> & `${string}At`;

type KindDefinition<Field, Filter, Instant, Amended, Example> = {
  title: string;
  singular: string;
  color: string;
  about: string;
  /** The time at which it counts. */
  time: Instant;
  amount?: Field;
  /** The first of these that has a value describes a record in a word or two. */
  describedBy: readonly Field[];
  /** Fields that the table shows; the others are in the details. */
  columns: readonly Field[];
  filters: readonly Filter[];
  /** Fields that people can amend. */
  amended: readonly Amended[];
  /** Records that pay others of the kind back. The field `of` has the id of the one that is paid back, and is null in others. */
  refund?: { of: Field; singular: string; color: string; amended: readonly Amended[] };
  /** The field in which other records name one by its id. */
  namedBy?: FieldOf<RecordKind> & `${string}Id`;
  /** The record of an example, without its time. */
  example: Example;
};

const table = {
  revenues: {
    title: 'Revenues',
    singular: 'Revenue',
    color: 'indigo.5',
    about: 'Revenue your agents brought in.',
    time: 'recordedAt',
    amount: 'amount',
    describedBy: ['amount'],
    columns: ['recordedAt', 'amount', 'agentKey', 'customerKey', 'source', 'description'],
    filters: ['agentKey', 'customerKey', 'sessionKey', 'source', 'goalId'],
    amended: [
      'amount',
      'recordedAt',
      'agentKey',
      'customerKey',
      'sessionKey',
      'source',
      'description',
      'goalId',
      'eventId',
      'metadata',
    ],
    refund: {
      of: 'refundOf',
      singular: 'Refund',
      color: 'pink.6',
      amended: ['amount', 'recordedAt', 'description'],
    },
    example: { amount: '99.90', agentKey: 'support-agent', customerKey: 'customer-abc' },
  },
  outcomes: {
    title: 'Outcomes',
    singular: 'Outcome',
    color: 'grape.5',
    about: 'Outcomes you recorded, plus those created by goals and tools with a value.',
    time: 'generatedAt',
    amount: 'value',
    describedBy: ['value'],
    columns: ['generatedAt', 'value', 'agentKey', 'customerKey', 'sessionKey'],
    filters: ['agentKey', 'customerKey', 'sessionKey', 'toolKey', 'goalId'],
    amended: [
      'value',
      'generatedAt',
      'agentKey',
      'customerKey',
      'sessionKey',
      'toolKey',
      'goalId',
      'metadata',
    ],
    example: { value: '25.00', agentKey: 'support-agent', customerKey: 'customer-abc' },
  },
  goals: {
    title: 'Goals',
    singular: 'Goal',
    color: 'teal.7',
    about: 'Goals your agents achieved.',
    time: 'achievedAt',
    describedBy: ['goalKey'],
    columns: ['achievedAt', 'goalKey', 'agentKey', 'customerKey', 'sessionKey'],
    filters: ['goalKey', 'agentKey', 'customerKey', 'sessionKey'],
    amended: ['goalKey', 'achievedAt', 'agentKey', 'customerKey', 'sessionKey', 'metadata'],
    namedBy: 'goalId',
    example: { goalKey: 'qualified-lead', agentKey: 'support-agent', customerKey: 'customer-abc' },
  },
  events: {
    title: 'Events',
    singular: 'Event',
    color: 'orange.8',
    about: 'Steps your agents took and what each cost.',
    time: 'occurredAt',
    amount: 'cost',
    describedBy: ['name', 'toolKey', 'type'],
    columns: ['occurredAt', 'type', 'name', 'agentKey', 'toolKey', 'model', 'cost'],
    filters: ['type', 'agentKey', 'customerKey', 'sessionKey', 'toolKey'],
    amended: [
      'type',
      'name',
      'cost',
      'occurredAt',
      'agentKey',
      'customerKey',
      'sessionKey',
      'toolKey',
      'model',
      'provider',
      'serviceTier',
      'inputTokens',
      'cacheReadTokens',
      'cacheWriteTokens',
      'cacheWrite1hTokens',
      'outputTokens',
      'reasoningTokens',
      'metadata',
    ],
    namedBy: 'eventId',
    example: { type: 'tool.call', toolKey: 'crm.lookup', cost: '0.0042', agentKey: 'support-agent' },
  },
} as const satisfies {
  [Kind in RecordKind]: KindDefinition<
    FieldOf<Kind>,
    FilterOf<Kind>,
    InstantOf<Kind>,
    keyof NonNullable<Inputs[Kind]['correct']['changes']>,
    Omit<Inputs[Kind]['record'], InstantOf<Kind>>
  >;
};

export type FilterName = (typeof table)[RecordKind]['filters'][number];

/** All that the dashboard knows of each kind of record. */
export const recordKinds: Readonly<
  Record<RecordKind, KindDefinition<string, FilterName, InstantOf<RecordKind>, string, object>>
> = table;

export const recordKindNames = Object.keys(recordKinds) as RecordKind[];

/** The kind that is shown until another is chosen. */
export const firstKind: RecordKind = 'revenues';

/** The kind whose records tell a session step by step. */
export const stepKind: RecordKind = 'events';

/** The kind in paths of REST and in scopes: `goal-types` for `goalTypes`. */
export function slugOf(kind: RecordKind): string {
  return kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function isRecordKind(text: string): text is RecordKind {
  return recordKindNames.some((kind) => kind === text);
}

/** The id of the record that this one pays back; undefined if it is no refund. */
export function refundedIdOf(kind: RecordKind, record: AnyRecord['record']): string | undefined {
  const { refund } = recordKinds[kind];
  const id: unknown = refund && Reflect.get(record, refund.of);
  return typeof id === 'string' ? id : undefined;
}

/** How people call and see a record: a refund goes by a name and a color of its own. */
export function looksOf(kind: RecordKind, record: AnyRecord['record']): { singular: string; color: string } {
  const { refund, singular, color } = recordKinds[kind];
  return refund && refundedIdOf(kind, record) ? refund : { singular, color };
}

/** The kinds that can be filtered by a field; those whose tables show it come first. */
export function kindsFilteredBy(filter: FilterName): RecordKind[] {
  const isShown = (kind: RecordKind) => Number(recordKinds[kind].columns.includes(filter));
  return recordKindNames
    .filter((kind) => recordKinds[kind].filters.includes(filter))
    .sort((a, b) => isShown(b) - isShown(a));
}

/** A record in a word or two. */
export function describeRecord({ kind, record }: AnyRecord): string {
  const { amount, describedBy } = recordKinds[kind];
  const field = describedBy.find((name) => Reflect.get(record, name)) ?? 'id';
  const text = String(Reflect.get(record, field));
  return field === amount ? formatMoney(text) : visible(text);
}
