import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { CallContext } from '../base/call-context.ts';
import type { ErrorCode } from '../base/errors.ts';
import type { KeyedSemaphore } from '../base/keyed-semaphore.ts';
import type { PlanLimits, Principal } from '../base/principal.ts';
import type { OperationScope, Scope } from '../base/scopes.ts';
import type { SecurityEvent, SecurityEventName } from '../base/security-event.ts';
import type { Database } from '../database/database.ts';
import type { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { Repricer } from '../ledger/repricing/repricer.ts';
import type { PriceBook } from '../price-book/price-book.ts';
import type { RecordReader } from '../reading/record-reader.ts';
import type { Rendered, RenderedPage } from './rendered.ts';
import type { Runtime } from './runtime.ts';
import type { Documents } from './stored-documents.ts';

/** Where REST serves an operation. */
export type RestMount = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/v1`. Parameters in braces are fields of the input. */
  path: `/${string}`;
  /** Default: 200. An operation that says that it created its output answers 201 instead. */
  status?: 200 | 201 | 204;
};

/** The root field of GraphQL that runs an operation. */
type GraphqlMount = { query: string } | { mutation: string };

/** The tool of MCP that runs an operation. */
export type McpMount = {
  /** Such as `list_records`. Operations with the same tool are told apart by its argument `kind`. */
  tool: string;
  kind?: string;
  /** Tells a model when to call the tool, and the units of its answer. */
  description: string;
};

/**
 * tRPC serves every operation of the model under its name, so only REST and GraphQL need a mount. An operation that neither of
 * them serves says why, so that a forgotten mount does not compile.
 */
export type Mounted = { rest: RestMount } | { graphql: GraphqlMount } | { withoutMount: string };

type Definition<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = {
  /** `<group>.<verb>`, on every surface. */
  name: Name;
  summary: string;
  description?: string;
  scope: OperationScope;
  rest?: RestMount;
  graphql?: GraphqlMount;
  mcp?: McpMount;
  /** Why neither REST nor GraphQL serves it. */
  withoutMount?: string;
  input: Input;
  output: Output;
  /** Beyond the errors that all operations share. */
  errors?: readonly ErrorCode[];
};

export type Result<T> = T | Rendered<T> | RenderedPage<unknown>;

/** Every statement must filter by `principal.developerId`. */
export type QueryContext = {
  database: Database;
  dimensions: DimensionCache;
  recordReader: RecordReader;
  documents: Documents;
  kinds: KindRegistry;
  prices: PriceBook;
  /** Limits the questions of analytics that one developer asks at once. */
  questions: KeyedSemaphore;
  planLimits: Readonly<PlanLimits>;
  principal: Principal;
  /** For a query that makes further calls for the caller. */
  call: CallContext;
};

/** `em` is in the transaction that also reserves the idempotency key, unless the command changes nothing. */
export type CommandContext = {
  em: EntityManager;
  dimensions: DimensionCache;
  documents: Documents;
  repricer: Pick<Repricer, 'preview' | 'refusal' | 'requireComputing' | 'fact'>;
  /** As in {@link QueryContext}. */
  questions: KeyedSemaphore;
  /** Those that API keys can have. */
  scopes: readonly Scope[];
  principal: Principal;
};

export type Query<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = Definition<
  Name,
  Input,
  Output
> & {
  kind: 'query';
  /** Charged to the rate limit; default: 1. */
  cost?(input: z.output<Input>): number;
  run(context: QueryContext, input: z.output<Input>): Promise<Result<z.output<Output>>>;
};

/** Changes low-rate data in one transaction. */
export type Command<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = Definition<
  Name,
  Input,
  Output
> & {
  kind: 'command';
  /** A secret: not stored, and refused on a retry with the same idempotency key. */
  isShownOnce?: boolean;
  /** Id of the row shown, which is the `id` of the output: its deletion empties the stored answer. */
  shownRow?(output: z.output<Output>): string;
  /** May give the caller another developer, and locks the user itself. */
  changesDeveloper?: boolean;
  /** Changes what costs are computed from: this gateway forgets the prices of the developer before it answers. */
  changesPrices?: boolean;
  /** Input that is only looked at: it runs without a transaction, and an idempotency key is not reserved. */
  changesNothing?(input: z.output<Input>): boolean;
  /** For commands that also change what exists. */
  isCreated?(output: z.output<Output>): boolean;
  /** Reported after success, not on replay. */
  toSecurityEvent?(output: z.output<Output>): SecurityEvent;
  /** Reported after `Invalid Request` or `Not Found`. */
  refusalEvent?: SecurityEventName;
  run(context: CommandContext, input: z.output<Input>): Promise<z.output<Output>>;
};

export type RecordOperation<
  Name extends string,
  Input extends z.ZodType,
  Output extends z.ZodType,
> = Definition<Name, Input, Output> & {
  kind: 'record';
  recordKind: RecordKind;
  writes: Writes;
};

/** What an operation writes: a record, a correction of one, or a record that pays another one back. */
export type Writes = 'record' | 'correction' | 'refund';

/** Up to 1,000 independent records. */
export type RecordBatch<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = Definition<
  Name,
  Input,
  Output
> & {
  kind: 'record-batch';
  of: RecordOperation<string, z.ZodType, z.ZodType>;
  /** Documents the items; `input` does not check them. */
  items: z.ZodArray<z.ZodObject>;
  /** The field of a result that has what was written. */
  field: 'record' | 'correction';
};

/** Writes what instruments tell, each thing once by its own origin. A surface of its own serves it, with input that it has made. */
export type Intake<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = Definition<
  Name,
  Input,
  Output
> & {
  kind: 'intake';
  /** Charged to the limit of the surface. */
  cost(input: z.output<Input>): number;
  run(context: IntakeContext, input: z.output<Input>): Promise<z.output<Output>>;
};

type IntakeContext = { runtime: Runtime; principal: Principal };

export type Operation<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> =
  | Query<Name, Input, Output>
  | Command<Name, Input, Output>
  | RecordOperation<Name, Input, Output>
  | RecordBatch<Name, Input, Output>;

export function isMutation(operation: { kind: Operation['kind'] }): boolean {
  return operation.kind !== 'query';
}

export function defineQuery<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<Query<Name, Input, Output>, 'kind'> & Mounted,
): Query<Name, Input, Output> {
  return { ...definition, kind: 'query' };
}

export function defineCommand<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<Command<Name, Input, Output>, 'kind'> & Mounted,
): Command<Name, Input, Output> {
  return { ...definition, kind: 'command' };
}

export function defineIntake<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<Intake<Name, Input, Output>, 'kind'> & Mounted,
): Intake<Name, Input, Output> {
  return { ...definition, kind: 'intake' };
}

export function defineRecord<
  Name extends string,
  const What extends Writes,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(
  definition: Omit<RecordOperation<Name, Input, Output>, 'kind' | 'writes'> & { writes: What } & Mounted,
): RecordOperation<Name, Input, Output> & { writes: What } {
  return { ...definition, kind: 'record' };
}
