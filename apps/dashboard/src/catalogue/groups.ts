import type { Measure } from '../measures/measures.ts';
import type { RecordKind } from '../records/record-kinds.ts';

type GroupDefinition = {
  title: string;
  singular: string;
  about: string;
  /** In analytics. */
  dimension: 'agent' | 'customer' | 'goalType' | 'tool';
  /** The measures that records with it have. */
  measures: readonly Measure[];
  /** What a page about one of them lists, and the filter that does it. */
  records: readonly RecordKind[];
  filter: 'agentKey' | 'customerKey' | 'goalKey' | 'toolKey';
  hasValue: boolean;
};

const whole = ['revenue', 'value', 'cost', 'margin', 'roi', 'goals'] as const;
const everyKind = ['revenues', 'outcomes', 'goals', 'events'] as const;

/** What records name: the pages at `/agents`, `/customers`, `/goal-types` and `/tools`. */
export const groups = {
  agents: {
    title: 'Agents',
    singular: 'Agent',
    about: 'Created by the first record that names them.',
    dimension: 'agent',
    measures: whole,
    records: everyKind,
    filter: 'agentKey',
    hasValue: false,
  },
  customers: {
    title: 'Customers',
    singular: 'Customer',
    about: 'Whom the agents work for.',
    dimension: 'customer',
    measures: whole,
    records: everyKind,
    filter: 'customerKey',
    hasValue: false,
  },
  'goal-types': {
    title: 'Goal types',
    singular: 'Goal type',
    about: 'With a value, every achievement generates a valuable outcome.',
    dimension: 'goalType',
    measures: ['goals', 'value', 'outcomes', 'revenue'],
    records: ['goals'],
    filter: 'goalKey',
    hasValue: true,
  },
  tools: {
    title: 'Tools',
    singular: 'Tool',
    about: 'With a value, every call generates a valuable outcome.',
    dimension: 'tool',
    measures: ['events', 'cost', 'value', 'outcomes', 'revenue'],
    records: ['events', 'outcomes'],
    filter: 'toolKey',
    hasValue: true,
  },
} as const satisfies Record<string, GroupDefinition>;

export type Group = keyof typeof groups;

export function isGroup(text: string): text is Group {
  return Object.hasOwn(groups, text);
}

export function groupOf(group: Group): GroupDefinition {
  return groups[group];
}
