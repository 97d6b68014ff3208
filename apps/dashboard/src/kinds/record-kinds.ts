import type { Outputs } from '../api/client.ts';
import { formatMoney } from '../format/money.ts';
import { visible } from '../format/visible.ts';

type RecordOf = {
  revenues: Outputs['revenues']['get'];
  outcomes: Outputs['outcomes']['get'];
  goals: Outputs['goals']['get'];
  events: Outputs['events']['get'];
};

export type RecordKind = keyof RecordOf;

/** A record of any kind, with its kind. */
export type AnyRecord = { [Kind in RecordKind]: { kind: Kind; record: RecordOf[Kind] } }[RecordKind];

type KindDefinition<Kind extends RecordKind> = {
  title: string;
  singular: string;
  color: string;
  about: string;
  /** The time at which it counts. */
  time: keyof RecordOf[Kind] & string;
  amount: (keyof RecordOf[Kind] & string) | undefined;
};

export const recordKinds = {
  revenues: {
    title: 'Revenues',
    singular: 'Revenue',
    color: 'indigo',
    about: 'Revenue your agents brought in.',
    time: 'recordedAt',
    amount: 'amount',
  },
  outcomes: {
    title: 'Outcomes',
    singular: 'Outcome',
    color: 'grape',
    about: 'Outcomes you recorded, plus those created by goals and tools with a value.',
    time: 'generatedAt',
    amount: 'value',
  },
  goals: {
    title: 'Goals',
    singular: 'Goal',
    color: 'teal',
    about: 'Goals your agents achieved.',
    time: 'achievedAt',
    amount: undefined,
  },
  events: {
    title: 'Events',
    singular: 'Event',
    color: 'orange',
    about: 'Steps your agents took and what each cost.',
    time: 'occurredAt',
    amount: 'cost',
  },
} as const satisfies { [Kind in RecordKind]: KindDefinition<Kind> };

export const recordKindNames = Object.keys(recordKinds) as RecordKind[];

export function isRecordKind(text: string): text is RecordKind {
  return recordKindNames.some((kind) => kind === text);
}

/** A record in a word or two. */
export function describeRecord(entry: AnyRecord): string {
  switch (entry.kind) {
    case 'revenues':
      return formatMoney(entry.record.amount);
    case 'outcomes':
      return formatMoney(entry.record.value);
    case 'goals':
      return visible(entry.record.goalKey);
    case 'events':
      return visible(entry.record.name || entry.record.toolKey || entry.record.type);
  }
}
