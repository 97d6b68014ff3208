/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A span of time in one form: from and to, last and unit, this, or previous. The forms without instants are relative to the clock of the database, in the time zone of the question; a window that is running ends with the current minute. */
export type AnalyticsWindowInput = {
  /** Its first local day, or the instant at which it starts. Requires to. */
  from?: string | null | undefined;
  /** How many units until now. Days and longer ones are whole local ones, the current one included; hours count back from the end of the current minute. Requires unit. */
  last?: number | null | undefined;
  /** The whole hour, day, week and so on before the current one. */
  previous?: TimeStep | null | undefined;
  /** The current hour, day, week and so on, until now. */
  this?: TimeStep | null | undefined;
  /** The local day after its last one, or the instant at which it ends. Exclusive. Requires from. */
  to?: string | null | undefined;
  /** The unit of last. Requires last. */
  unit?: TimeStep | null | undefined;
  /** Beside from and to: whether a window that is running ends with the current minute. */
  untilNow?: boolean | null | undefined;
};

/** The length of a bucket, or a unit of a window. Days and longer ones are those of the calendar in the time zone. */
export type TimeStep =
  | 'DAY'
  | 'HOUR'
  | 'MONTH'
  | 'QUARTER'
  | 'WEEK'
  | 'YEAR';

export type WorthQueryVariables = Exact<{
  window: AnalyticsWindowInput;
  first?: number | null | undefined;
  every?: TimeStep | null | undefined;
}>;


export type WorthQuery = { analytics: { window: { from: string, to: string }, previous: { totals: { revenue: string } }, agents: Array<{ key: string | null, label: string | null, isOther: boolean, months: Array<{ start: string, totals: { goals: number } }>, totals: { revenue: string, roi: number | null, revenueCount: number } }>, funnel: Array<{ goalKey: string | null, conversion: number | null }>, totals: { revenue: string, roi: number | null, revenueCount: number } } | null };

type Money_Analytics_Fragment = { totals: { revenue: string, roi: number | null, revenueCount: number } };

type Money_Group_Fragment = { totals: { revenue: string, roi: number | null, revenueCount: number } };

export type MoneyFragment =
  | Money_Analytics_Fragment
  | Money_Group_Fragment
;

export const MoneyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Money"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Slice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revenue"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"revenueCount"}}]}}]}}]} as unknown as DocumentNode<MoneyFragment, unknown>;
export const WorthDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Worth"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"window"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AnalyticsWindowInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"every"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TimeStep"}},"defaultValue":{"kind":"EnumValue","value":"MONTH"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"Variable","name":{"kind":"Name","value":"window"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"StringValue","value":"Europe/Berlin","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"customer"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isNull"},"value":{"kind":"BooleanValue","value":false}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"window"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Money"}},{"kind":"Field","name":{"kind":"Name","value":"previous"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revenue"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"agents"},"name":{"kind":"Name","value":"by"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"dimension"},"value":{"kind":"EnumValue","value":"AGENT"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"measure"},"value":{"kind":"EnumValue","value":"REVENUE"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"isOther"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Money"}},{"kind":"Field","alias":{"kind":"Name","value":"months"},"name":{"kind":"Name","value":"series"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"every"},"value":{"kind":"Variable","name":{"kind":"Name","value":"every"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"goals"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"funnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"steps"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"signup","block":false},{"kind":"StringValue","value":"paid","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"goalKey"}},{"kind":"Field","name":{"kind":"Name","value":"conversion"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Money"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Slice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revenue"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"revenueCount"}}]}}]}}]} as unknown as DocumentNode<WorthQuery, WorthQueryVariables>;