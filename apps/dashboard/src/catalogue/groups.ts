import type { FilterName } from '../kinds/record-kinds.ts';
import type { Measure } from '../measures/measures.ts';

type GroupDefinition = {
  title: string;
  singular: string;
  about: string;
  /** Shown while the group has no members. */
  empty: string;
  /** In analytics. */
  dimension: 'agent' | 'customer' | 'goalType' | 'tool';
  /** The measures that records with it have. */
  measures: readonly Measure[];
  /** The field in which records name a member, by which their lists are filtered. */
  filter: FilterName & `${string}Key`;
  hasValue: boolean;
};

const whole = ['revenue', 'value', 'cost', 'margin', 'roi', 'goals'] as const;

/** The things that records name by key, with pages at `/agents`, `/customers`, `/goal-types` and `/tools`. */
export const groups = {
  agents: {
    title: 'Agents',
    singular: 'Agent',
    about: 'Agents appear here the first time a record mentions them.',
    empty: 'The first record that names an agent creates it. You then see what it earns and costs.',
    dimension: 'agent',
    measures: whole,
    filter: 'agentKey',
    hasValue: false,
  },
  customers: {
    title: 'Customers',
    singular: 'Customer',
    about: 'The customers your agents serve.',
    empty:
      'The first record that names a customer creates it. You then see what agents earn from it and spend on it.',
    dimension: 'customer',
    measures: whole,
    filter: 'customerKey',
    hasValue: false,
  },
  'goal-types': {
    title: 'Goal types',
    singular: 'Goal type',
    about: 'Give a goal a dollar value and every achievement counts as an outcome.',
    empty:
      'The first goal with a new key creates its goal type. You then see how often it is achieved and what that is worth.',
    dimension: 'goalType',
    measures: ['goals', 'value', 'outcomes', 'revenue'],
    filter: 'goalKey',
    hasValue: true,
  },
  tools: {
    title: 'Tools',
    singular: 'Tool',
    about: 'Give a tool a dollar value and every call counts as an outcome.',
    empty:
      'The first event that names a tool creates it. You then see how often it is called and what that costs.',
    dimension: 'tool',
    measures: ['events', 'cost', 'value', 'outcomes', 'revenue'],
    filter: 'toolKey',
    hasValue: true,
  },
} as const satisfies Record<string, GroupDefinition>;

export type Group = keyof typeof groups;

export const groupNames = Object.keys(groups) as Group[];

export function isGroup(text: string): text is Group {
  return Object.hasOwn(groups, text);
}

export function groupOf(group: Group): GroupDefinition {
  return groups[group];
}

/** The group whose members a field of records names; undefined for other fields. */
export function groupNamedBy(field: string): Group | undefined {
  return groupNames.find((name) => groups[name].filter === field);
}
