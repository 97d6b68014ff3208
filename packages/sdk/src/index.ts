export type { Amount } from './amount.ts';
export {
  type ErrorDetail,
  OutturnAmountError,
  OutturnApiError,
  OutturnConnectionError,
  OutturnError,
  OutturnQueueFullError,
  OutturnTimeoutError,
} from './errors.ts';
export type {
  AmountRangeInput,
  Analytics,
  AnalyticsInput,
  Bucket,
  FunnelInput,
  FunnelStep,
  Group,
  GroupsInput,
  Measure,
  MetadataFilterInput,
  Period,
  PeriodInput,
  PlanStep,
  SeriesInput,
  SliceFilterInput,
  Totals,
  ValueFilterInput,
  WindowInput,
} from './generated/analytics.ts';
export type {
  Agent,
  CreateAgentInput,
  CreateCustomerInput,
  CreateGoalTypeInput,
  CreateToolInput,
  Customer,
  ErrorCode,
  Event,
  EventBatchResult,
  Goal,
  GoalBatchResult,
  GoalType,
  Outcome,
  OutcomeBatchResult,
  RecordEventBatchItem,
  RecordEventInput,
  RecordGoalBatchItem,
  RecordGoalInput,
  RecordOutcomeBatchItem,
  RecordOutcomeInput,
  RecordRevenueBatchItem,
  RecordRevenueInput,
  Rejection,
  Revenue,
  RevenueBatchResult,
  Session,
  Tool,
  UpdateAgentInput,
  UpdateCustomerInput,
  UpdateGoalTypeInput,
  UpdateToolInput,
} from './generated/openapi.ts';
export type {
  Agents,
  Customers,
  Events,
  Goals,
  GoalTypes,
  Groups,
  ListAgentsQuery,
  ListCustomersQuery,
  ListEventsQuery,
  ListGoalsQuery,
  ListGoalTypesQuery,
  ListOutcomesQuery,
  ListRevenuesQuery,
  ListSessionsQuery,
  ListToolsQuery,
  Outcomes,
  Revenues,
  Sessions,
  Tools,
} from './group-types.ts';
export type { Records, Things } from './groups.ts';
export type { Hooks, OutturnRequest, OutturnResponse, OutturnRetry, RateLimit } from './hooks.ts';
export type { List, Page } from './list.ts';
export type { LiveOptions, LiveQuery, LiveRecord } from './live/follow.ts';
export type { BatchItem, Input, OperationId, Output, Query, RecordKind, RecordOf } from './operations.ts';
export type { CallOptions, WriteOptions } from './options.ts';
export { Outturn, type OutturnOptions } from './outturn.ts';
export { OutturnUnrecordedError, type RecorderCounts } from './recorder/counts.ts';
export type { RecorderFailure } from './recorder/loss-reporter.ts';
export type { Recorded, Recorder, RecorderOptions } from './recorder/recorder.ts';
export type { FlushOptions } from './recorder/wait.ts';
export { usd } from './usd.ts';
