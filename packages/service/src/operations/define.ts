import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { CallContext } from '../base/call-context.ts';
import type { ErrorCode } from '../base/errors.ts';
import type { PlanLimits, Principal } from '../base/principal.ts';
import type { OperationScope } from '../base/scopes.ts';
import type { SecurityEvent, SecurityEventName } from '../base/security-event.ts';
import type { Database } from '../database/database.ts';
import type { Dimensions } from '../dimensions/dimension-cache.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import type { RecordReader } from '../ledger/record-reader.ts';
import type { Documents } from './documents.ts';
import type { Rendered, RenderedPage } from './rendered.ts';

/** What every operation has, whichever surface calls it. */
type Definition<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = {
  /** `<group>.<verb>`: the one name of this thing in every path, document, log line and metric. */
  name: Name;
  summary: string;
  description?: string;
  scope: OperationScope;
  input: Input;
  output: Output;
  /** What it can answer beyond the errors that every operation shares. */
  errors?: readonly ErrorCode[];
};

/** A result is a plain value, or text that was rendered on the way out of the database. */
export type Result<T> = T | Rendered<T> | RenderedPage<unknown>;

/** What a query sees: the database, and who asks. Every statement carries `principal.developerId`. */
export type QueryContext = {
  database: Database;
  dimensions: Dimensions;
  records: RecordReader;
  documents: Documents;
  kinds: KindRegistry;
  planLimits: Readonly<PlanLimits>;
  principal: Principal;
  /** The call itself, for a query that makes further calls in the caller's name. */
  call: CallContext;
};

/** What a command sees: an entity manager inside the one transaction that also claims its idempotency key. */
export type CommandContext = {
  em: EntityManager;
  dimensions: Dimensions;
  documents: Documents;
  kinds: KindRegistry;
  principal: Principal;
};

/** Reads; writes nothing. */
export type Query<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = Definition<
  Name,
  Input,
  Output
> & {
  kind: 'query';
  /** What a call costs of its rate limit; one if absent. */
  cost?(input: z.output<Input>): number;
  run(context: QueryContext, input: z.output<Input>): Promise<Result<z.output<Output>>>;
};

/** Changes a low-rate thing (a customer, a goal type, a report) inside one transaction. */
export type Command<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = Definition<
  Name,
  Input,
  Output
> & {
  kind: 'command';
  /** The answer holds a secret: it is not remembered, and a retry with the same idempotency key is refused. */
  isShownOnce?: boolean;
  /** It may give the caller another developer, and locks the user by itself. */
  changesDeveloper?: boolean;
  /** Event reported after success, not on replay. */
  toSecurityEvent?(output: z.output<Output>): SecurityEvent;
  /** Event reported after a refusal with `Invalid Request` or `Not Found`. */
  refusalEvent?: SecurityEventName;
  run(context: CommandContext, input: z.output<Input>): Promise<z.output<Output>>;
};

/** Appends one fact through the ledger writer. */
export type RecordOperation<
  Name extends string,
  Input extends z.ZodType,
  Output extends z.ZodType,
> = Definition<Name, Input, Output> & {
  kind: 'record';
  recordKind: LedgerKind;
};

/** Appends up to 1,000 facts; every item stands alone. `of` is the operation of one item. */
export type RecordBatch<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = Definition<
  Name,
  Input,
  Output
> & {
  kind: 'record-batch';
  of: RecordOperation<string, z.ZodType, z.ZodType>;
  /** The input with the schema of its items, for documents; `input` leaves them to be validated one by one. */
  items: z.ZodArray<z.ZodObject>;
};

export type Operation<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> =
  | Query<Name, Input, Output>
  | Command<Name, Input, Output>
  | RecordOperation<Name, Input, Output>
  | RecordBatch<Name, Input, Output>;

/** Whether an operation writes, and so takes an idempotency key. */
export function isMutation(operation: { kind: Operation['kind'] }): boolean {
  return operation.kind !== 'query';
}

/** Names a query, checked against its schemas. */
export function defineQuery<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<Query<Name, Input, Output>, 'kind'>,
): Query<Name, Input, Output> {
  return { ...definition, kind: 'query' };
}

export function defineCommand<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<Command<Name, Input, Output>, 'kind'>,
): Command<Name, Input, Output> {
  return { ...definition, kind: 'command' };
}

export function defineRecord<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<RecordOperation<Name, Input, Output>, 'kind'>,
): RecordOperation<Name, Input, Output> {
  return { ...definition, kind: 'record' };
}
