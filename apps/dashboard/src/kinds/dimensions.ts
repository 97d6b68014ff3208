import { IconRobot, IconTarget, IconTool, IconUsers } from '@tabler/icons-react';
import { client, type Inputs } from '../api/client.ts';
import type { FilterName } from './record-kinds.ts';

/** The paths of the groups of the API with look-ups by key: a group without a row below does not compile. */
type DimensionPath = keyof {
  [Name in keyof Inputs as Inputs[Name] extends { getManyByKey: unknown } ? Kebab<Name> : never]: 0;
};
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

/** Those that every dimension has; one may have more. */
type Procedures<Group> = Pick<
  Group,
  Extract<keyof Group, 'create' | 'get' | 'getManyByKey' | 'list' | 'update'>
>;

type DimensionDefinition = {
  procedures: Procedures<typeof client.agents> | Procedures<typeof client.goalTypes>;
  Icon: typeof IconTool;
  title: string;
  singular: string;
  about: string;
  /** Shown while the dimension has no members. */
  empty: string;
  /** In analytics. */
  sliceDimension: NonNullable<Inputs['analytics']['slice']['by']>[string]['dimension'];
  /** The measures that records with it have. */
  measures: Readonly<NonNullable<Inputs['analytics']['slice']['totals']>>;
  /** The field in which records name a member, by which their lists are filtered. */
  filter: FilterName & `${string}Key`;
  hasValue: boolean;
};

/** Margin stands where a phone shows it. */
const whole = ['revenue', 'margin', 'value', 'cost', 'roi', 'goals'] as const;

/** The dimensions with members that callers change. Each has a page at its path. */
export const dimensions = {
  agents: {
    procedures: client.agents,
    Icon: IconRobot,
    title: 'Agents',
    singular: 'Agent',
    about: 'Agents appear here the first time a record mentions them.',
    empty: 'The first record that names an agent creates it. You then see what it earns and costs.',
    sliceDimension: 'agent',
    measures: whole,
    filter: 'agentKey',
    hasValue: false,
  },
  customers: {
    procedures: client.customers,
    Icon: IconUsers,
    title: 'Customers',
    singular: 'Customer',
    about: 'The customers your agents serve.',
    empty:
      'The first record that names a customer creates it. You then see what agents earn from it and spend on it.',
    sliceDimension: 'customer',
    measures: whole,
    filter: 'customerKey',
    hasValue: false,
  },
  'goal-types': {
    procedures: client.goalTypes,
    Icon: IconTarget,
    title: 'Goal types',
    singular: 'Goal type',
    about: 'Give a goal a dollar value and every achievement counts as an outcome.',
    empty:
      'The first goal with a new key creates its goal type. You then see how often it is achieved and what that is worth.',
    sliceDimension: 'goalType',
    measures: ['goals', 'value', 'outcomes', 'revenue'],
    filter: 'goalKey',
    hasValue: true,
  },
  tools: {
    procedures: client.tools,
    Icon: IconTool,
    title: 'Tools',
    singular: 'Tool',
    about: 'Give a tool a dollar value and every call counts as an outcome.',
    empty:
      'The first event that names a tool creates it. You then see how often it is called and what that costs.',
    sliceDimension: 'tool',
    measures: ['events', 'cost', 'value', 'outcomes', 'revenue'],
    filter: 'toolKey',
    hasValue: true,
  },
} as const satisfies Record<DimensionPath, DimensionDefinition>;

export type Dimension = keyof typeof dimensions;

export const dimensionNames = Object.keys(dimensions) as Dimension[];

export function isDimension(text: string): text is Dimension {
  return Object.hasOwn(dimensions, text);
}

export function dimensionOf(dimension: Dimension): DimensionDefinition {
  return dimensions[dimension];
}

/** The dimension whose members a field of records names; undefined for other fields. */
export function dimensionNamedBy(field: string): Dimension | undefined {
  return dimensionNames.find((name) => dimensions[name].filter === field);
}

/** The dimension whose members a dimension of analytics groups by; undefined for other ones. */
export function dimensionGroupedBy(sliceDimension: string): Dimension | undefined {
  return dimensionNames.find((name) => dimensions[name].sliceDimension === sliceDimension);
}
