import type { z } from 'zod';
import type { CallContext } from '../base/call-context.ts';
import { type OutturnError, toOutturnError } from '../base/errors.ts';
import { traced } from '../base/observer.ts';
import { requireScope } from '../base/principal.ts';
import { callFieldsOf } from '../base/security-event.ts';
import { withMemory } from '../database/with-memory.ts';
import { validate } from '../schema/validate.ts';
import type { Intake, Operation, Query, Result } from './define.ts';
import { executeBatch } from './execute-batch.ts';
import { executeCommand } from './execute-command.ts';
import { executeRecord } from './execute-record.ts';
import { Rendered, RenderedPage } from './rendered.ts';
import type { Execution, Output, Runtime } from './runtime.ts';

type Executed<Input extends z.ZodType, Output extends z.ZodType> =
  | Operation<string, Input, Output>
  | Intake<string, Input, Output>;

/** Every surface enters here: rate limit, scope, validation, idempotency, run. Throws {@link OutturnError} only. */
export async function execute<Input extends z.ZodType, Output extends z.ZodType>(
  runtime: Runtime,
  operation: Executed<Input, Output>,
  context: CallContext,
  input: unknown,
): Promise<Execution<z.output<Output>>> {
  const { observer } = runtime;
  const { name } = operation;
  const started = performance.now();
  let execution: Execution<z.output<Output>>;
  try {
    execution = await (observer.tracing
      ? traced(observer, { name }, async () => perform(runtime, operation, context, input))
      : perform(runtime, operation, context, input));
  } catch (cause) {
    const error = toOutturnError(cause);
    const { requestId } = context;
    if (error.code === 'Server Error') runtime.onServerError(error, { operation: name, requestId });
    observer.onCall?.(name, context, performance.now() - started, error.code, false);
    if (operation.kind === 'command' && operation.refusalEvent && isRefusal(error)) {
      observer.onSecurityEvent?.({ ...callFieldsOf(context), event: operation.refusalEvent });
    }
    throw error;
  }
  // The call is committed: failing observers change nothing.
  try {
    observer.onCall?.(name, context, performance.now() - started, 'OK', execution.replayed);
    if (operation.kind === 'command' && operation.toSecurityEvent && !execution.replayed) {
      const event = operation.toSecurityEvent(execution.output.value);
      observer.onSecurityEvent?.({ ...callFieldsOf(context), ...event });
    }
  } catch (cause) {
    runtime.onServerError(toOutturnError(cause), { operation: name, requestId: context.requestId });
  }
  return execution;
}

function isRefusal({ code }: OutturnError): boolean {
  return code === 'Invalid Request' || code === 'Not Found';
}

/** No async function: each promise costs a record part of a microsecond. */
function perform<Input extends z.ZodType, Output extends z.ZodType>(
  runtime: Runtime,
  operation: Executed<Input, Output>,
  context: CallContext,
  input: unknown,
): Promise<Execution<z.output<Output>>> {
  const { refusal } = runtime.database.schema;
  if (refusal) return Promise.reject(refusal);
  const admission = context.admit?.(costOf(operation, input));
  if (admission) return admission.then(() => dispatch(runtime, operation, context, input));
  return dispatch(runtime, operation, context, input);
}

function dispatch<Input extends z.ZodType, Output extends z.ZodType>(
  runtime: Runtime,
  operation: Executed<Input, Output>,
  context: CallContext,
  input: unknown,
): Promise<Execution<z.output<Output>>> {
  const { principal, requestId } = context;
  requireScope(principal, operation.scope);
  if (operation.kind === 'intake')
    return operation
      .run({ runtime, principal }, input as z.output<Input>)
      .then((output) => ({ output: toOutput(output), replayed: false }));
  if (operation.kind === 'query') return executeQuery(runtime, operation, context, input);
  const call = { principal, idempotencyKey: context.idempotencyKey?.(), requestId };
  if (operation.kind === 'record') return executeRecord(runtime, operation, call, input);
  if (operation.kind === 'record-batch') return executeBatch(runtime, operation, call, input);
  return executeCommand(runtime, operation, call, validate(operation.input, input));
}

async function executeQuery<Input extends z.ZodType, Output extends z.ZodType>(
  runtime: Runtime,
  operation: Query<string, Input, Output>,
  context: CallContext,
  input: unknown,
): Promise<Execution<z.output<Output>>> {
  const { principal } = context;
  const valid = validate(operation.input, input);
  const cost = operation.cost?.(valid) ?? 1;
  if (context.admit && cost > 1) await context.admit(cost - 1, cost);
  const database = withMemory(runtime.database, context.memory);
  const result = await operation.run({ ...runtime, database, principal, call: context }, valid);
  return { output: toOutput(result), replayed: false };
}

/** A batch costs one per hundred items. */
function costOf(operation: Operation | Intake<string, z.ZodType, z.ZodType>, input: unknown): number {
  if (operation.kind === 'intake') return operation.cost(input);
  return operation.kind === 'record-batch' && Array.isArray(input)
    ? Math.max(1, Math.ceil(input.length / 100))
    : 1;
}

function toOutput<T>(result: Result<T>): Output<T> {
  // A query that returns a page declares `pageOf` as its output, so the page's value is a T.
  if (result instanceof RenderedPage) return result as RenderedPage<unknown> & Output<T>;
  return result instanceof Rendered ? result : Rendered.of(result);
}
