export {
  type Analytics,
  type AnalyticsSchema,
  type Bucket,
  type Comparison,
  type FunnelStep,
  type Group,
  measures,
  type Period,
  type PlanStep,
  type Slice,
  spreadFigures,
  spreadUnits,
  spreadValues,
  type Totals,
} from './analytics/index.ts';
export { BackupReader } from './backup/backup-reader.ts';
export { type RevokedKey, reinstateKeys } from './backup/end-access.ts';
export { restoreBackup } from './backup/restore-backup.ts';
export { type Backup, withBackup } from './backup/take-backup.ts';
export { type AnswerMemory, answerTooLarge, jsonSizeOf } from './base/answer-memory.ts';
export type { CallContext, Surface } from './base/call-context.ts';
export { databaseTime } from './base/clock.ts';
export {
  type ErrorCode,
  type ErrorDetail,
  errorCatalogue,
  invalidRequest,
  OutturnError,
  passingFailureOf,
  type SentError,
  toOutturnError,
} from './base/errors.ts';
export { toKebabCase } from './base/letter-case.ts';
export { MemoryBudget } from './base/memory-budget.ts';
export type { CallCode, Observer, TraceStep, Tracing } from './base/observer.ts';
export { isUnanswered } from './base/pg-error.ts';
export {
  defaultPlanLimits,
  hasScope,
  type Plan,
  type PlanLimits,
  type Principal,
  plans,
} from './base/principal.ts';
export { ACCOUNT_SCOPE, type OperationScope, type Scope } from './base/scopes.ts';
export { type SecurityEvent, type SecurityEventName, securityEventNames } from './base/security-event.ts';
export type { Counted, IgnoredReason, Source } from './base/telemetry-counts.ts';
export {
  type AnyDimension,
  defineDimension,
  defineValuedDimension,
} from './catalogue/definition/define-dimension.ts';
export { connectDatabase } from './connect.ts';
export { connectionsInUse, roomForConnections } from './database/connection-limit.ts';
export type { Database } from './database/database.ts';
export { hostOfDatabase, nameOfDatabase, problemOfDatabaseUrl } from './database/database-url.ts';
export type { Grant } from './database/grants.ts';
export { inspectReplica, type ReplicaInspection } from './database/inspection/inspect-replica.ts';
export { inspectSchema, type SchemaInspection } from './database/inspection/inspect-schema.ts';
export {
  type InspectionTimeouts,
  inspectServer,
  type ServerInspection,
  supportedVersions,
} from './database/inspection/inspect-server.ts';
export { probePooler, type Sessions } from './database/probe-pooler.ts';
export type { Readiness } from './database/readiness.ts';
export { autovacuumOff, grownTables } from './database/statistics.ts';
export { type Contradiction, findContradictions } from './ledger/correcting/find-contradictions.ts';
export { migrate } from './migrate.ts';
export {
  allOperations,
  allSubscriptions,
  defineModel,
  type Model,
  operations,
  product,
  scopes,
  subscriptions,
} from './model.ts';
export {
  isMutation,
  type McpMount,
  type Operation,
  type Query,
  type RestMount,
} from './operations/define.ts';
export { Rejection } from './operations/define-record-batch.ts';
export { parseIdempotencyKey, readIdempotencyHeaders } from './operations/idempotency-header.ts';
export { type ByName, byName, groupOf, singularOf, typeNameOf } from './operations/names.ts';
export { Rendered, RenderedPage } from './operations/rendered.ts';
export type { Execution } from './operations/runtime.ts';
export type { DocumentResult, StoredDocument } from './operations/stored-documents.ts';
export type { LiveEvent, Subscription } from './operations/subscription.ts';
export type { AccountCaller, PasswordAdmission, PasswordVerdict } from './people/accounts/account-caller.ts';
export type { Accounts, AccountsOptions, SessionAnswer } from './people/accounts/accounts.ts';
export { CLAIM_DAYS } from './people/accounts/claim-state.ts';
export { describeOwner, developerOwner } from './people/accounts/owner-of.ts';
export { type SignUpMode, signUpModes } from './people/accounts/sign-up-mode.ts';
export { ApiKeyExpiry, ApiKeyName } from './people/api-keys/api-key.schema.ts';
export { Authenticator } from './people/api-keys/authenticator.ts';
export { FULL_ACCESS, isKeyScope, type KeyScope } from './people/api-keys/key-scopes.ts';
export { displayPrefix, tokenOfHeader } from './people/api-keys/token.ts';
export { DeveloperName, findDeveloper } from './people/developers/developers.ts';
export { announceCommandEvent } from './people/operators/command-events.ts';
export { createAccount } from './people/operators/create-account.ts';
export { createClaim } from './people/operators/create-claim.ts';
export { createFirstKey } from './people/operators/create-first-key.ts';
export { hasRecords } from './people/operators/has-records.ts';
export { type ApiKeyWithOwner, createKeyFor, listApiKeys, revokeKeyOf } from './people/operators/keys.ts';
export { type ClaimSummary, listClaims } from './people/operators/list-claims.ts';
export {
  changeDeveloperSettings,
  changePlan,
  type DeveloperSummary,
  listDevelopers,
} from './people/operators/manage-developers.ts';
export { createOperator, type Operator } from './people/operators/operator.ts';
export { resetPassword } from './people/operators/reset-password.ts';
export { withdrawClaim } from './people/operators/withdraw-claim.ts';
export type { AnyRecordKind } from './records/definition/define-record-kind.ts';
export { exportedFields, exportRecords } from './records/export-records.ts';
export { recordKinds } from './records/record-kinds.ts';
export { RefundItem } from './records/revenues/refund.schema.ts';
export type { Revenue } from './records/revenues/revenue.schema.ts';
export { relationsOf, sessionsOfEach, timelineOfEach } from './relations/index.ts';
export {
  type Days,
  type RollupDifference,
  rebuildRollups,
  verifyRollups,
} from './rollups/verify-rollups.ts';
export { IdempotencyKey } from './schema/idempotency-key.ts';
export { Instant } from './schema/instant.ts';
export { type Scalar, samples, scalars, typeNames } from './schema/scalars-and-samples.ts';
export { Key } from './schema/text.ts';
export { validate } from './schema/validate.ts';
export { createService, type ServiceOptions } from './service.ts';
export type { DocumentEngine } from './surface/document-engine.ts';
export {
  bodyLimits,
  chargeAtLeastOnce,
  type Exchange,
  type HeldBody,
  identified,
  isJsonType,
  notJson,
  streamHeaders,
  type UnreadableBody,
} from './surface/exchange.ts';
export { checkJson, parseJson, parseTelemetryJson } from './surface/parse-json.ts';
export type { Service, ServiceLoad } from './surface/service-api.ts';
export type {
  EventDraft,
  Named,
  NamedKey,
  Names,
  ObservedRecord,
  ObservedSpan,
  ResourceNames,
  Role,
} from './traces/observation.ts';
export type { TakenTelemetry, Telemetry, TelemetryIntake } from './traces/traces.ts';
