export type { Amount } from './amount.ts';
export {
  type ErrorCode,
  type ErrorDetail,
  OutturnAmountError,
  OutturnApiError,
  OutturnConnectionError,
  OutturnError,
  OutturnQueueFullError,
  OutturnTimeoutError,
} from './errors.ts';
export type { CallOptions, Groups, Records, Sessions, Things, WriteOptions } from './groups.ts';
export type { List, Page } from './list.ts';
export type {
  Agent,
  CreateAgentInput,
  CreateCustomerInput,
  CreateGoalTypeInput,
  CreateToolInput,
  Customer,
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
  Revenue,
  RevenueBatchResult,
  Session,
  Tool,
  UpdateAgentInput,
  UpdateCustomerInput,
  UpdateGoalTypeInput,
  UpdateToolInput,
} from './openapi.ts';
export type { BatchItem, Input, OperationId, Output, Query, RecordKind, RecordOf } from './operations.ts';
export { Outturn, type OutturnOptions } from './outturn.ts';
export type { Recorded, Recorder, RecorderFailure, RecorderOptions } from './recorder/recorder.ts';
export { usd } from './usd.ts';
