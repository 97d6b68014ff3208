export type { AccountCaller, PasswordAdmission, PasswordVerdict } from './accounts/account-caller.ts';
export type { Accounts, AccountsOptions, SessionAnswer } from './accounts/accounts.ts';
export { CLAIM_DAYS } from './accounts/claim-state.ts';
export { createAccount } from './accounts/create-account.ts';
export { createClaim } from './accounts/create-claim.ts';
export { createFirstKey } from './accounts/create-first-key.ts';
export { type ClaimSummary, listClaims } from './accounts/list-claims.ts';
export { resetPassword } from './accounts/reset-password.ts';
export { type SignUpMode, signUpModes } from './accounts/sign-up-mode.ts';
export { withdrawClaim } from './accounts/withdraw-claim.ts';
export type { Agent } from './agents/index.ts';
export {
  type Analytics,
  type Bucket,
  type FunnelStep,
  type Group,
  measures,
  type Period,
  type PlanStep,
  type Slice,
  sliceDimensions,
  type Totals,
} from './analytics/index.ts';
export { ApiKeyExpiry, ApiKeyName } from './api-keys/api-key.schema.ts';
export { Authenticator } from './api-keys/authenticator.ts';
export { FULL_ACCESS, isKeyScope, type KeyScope } from './api-keys/key-scopes.ts';
export {
  type ApiKeyWithOwner,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from './api-keys/manage-keys.ts';
export { displayPrefix, tokenOfHeader } from './api-keys/token.ts';
export type { Customer } from './customers/index.ts';
export { connectDatabase, type Database } from './database/database.ts';
export { migrate } from './database/migrate.ts';
export { probeSessions, type Sessions } from './database/probe-sessions.ts';
export type { Readiness } from './database/readiness.ts';
export { roomForConnections } from './database/room-for-connections.ts';
export { DeveloperName } from './developers/developer.schema.ts';
export { changePlan, type DeveloperSummary, listDevelopers } from './developers/manage-developers.ts';
export { describeOwner, developerOwner } from './developers/owner-of.ts';
export type { DocumentEngine } from './document-engine.ts';
export type { Event } from './events/index.ts';
export { bodyLimits, chargeAtLeastOnce, type Exchange, isJsonType, notJson } from './exchange.ts';
export type { GoalType } from './goal-types/index.ts';
export type { Goal } from './goals/index.ts';
export { announceCommandEvent } from './kernel/command-events.ts';
export type { CallContext, Surface } from './kernel/context.ts';
export type { DocumentResult, StoredDocument } from './kernel/documents.ts';
export {
  type ErrorCode,
  type ErrorDetail,
  errorCatalogue,
  OutturnError,
  toOutturnError,
} from './kernel/errors.ts';
export type { Execution } from './kernel/execute.ts';
export { parseIdempotencyKey, readIdempotencyHeaders } from './kernel/idempotency-header.ts';
export { Room } from './kernel/ledger/room.ts';
export type { LiveEvent, Subscription } from './kernel/live/subscription.ts';
export type { CallCode, Observer, TraceStep, Tracing } from './kernel/observer.ts';
export { isMutation, type Operation } from './kernel/operation.ts';
export { defaultPlanLimits, type Plan, type PlanLimits, type Principal, plans } from './kernel/principal.ts';
export { Rendered, RenderedPage } from './kernel/rendered.ts';
export {
  type Days,
  type RollupDifference,
  rebuildRollups,
  verifyRollups,
} from './kernel/rollups/verify-rollups.ts';
export { Instant } from './kernel/schema/instant.ts';
export { invalidRequest } from './kernel/schema/validate.ts';
export { ACCOUNT_SCOPE, isScope, type OperationScope, type Scope, scopes } from './kernel/scopes.ts';
export { type SecurityEvent, type SecurityEventName, securityEventNames } from './kernel/security-event.ts';
export { allOperations, operations, subscriptions } from './operations.ts';
export type { Outcome } from './outcomes/index.ts';
export { exportedFields, exportRecords } from './records/export-records.ts';
export { relations, type TimelineRecord } from './relations/index.ts';
export type { Report } from './reports/index.ts';
export type { Revenue } from './revenues/index.ts';
export { createService, type Service, type ServiceLoad, type ServiceOptions } from './service.ts';
export type { Session } from './sessions/index.ts';
export type { Tool } from './tools/index.ts';
