import {
  type CallContext,
  type Execution,
  type Operation,
  OutturnError,
  parseIdempotencyKey,
} from '@outturn/service';
import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import type { z } from 'zod';
import type { GraphqlContext } from './builder.ts';
import { forgetLoaded } from './request-loaders.ts';

export async function runQuery<Input extends z.ZodType, Output extends z.ZodType>(
  { service, call }: GraphqlContext,
  operation: Operation<string, Input, Output>,
  input: unknown,
): Promise<Execution<z.output<Output>>> {
  return service.execute(operation, call, input);
}

/**
 * The idempotency key is the field's argument or, for a single mutation, the request's header; if both are present, they
 * must agree. `Idempotent-Replayed` is set if all mutations were replayed.
 */
export async function runMutation<Input extends z.ZodType, Output extends z.ZodType>(
  context: GraphqlContext,
  operation: Operation<string, Input, Output>,
  {
    input,
    idempotencyKey,
    info,
  }: { input: unknown; idempotencyKey?: string | null | undefined; info: GraphQLResolveInfo },
): Promise<z.output<Output>> {
  const { service, call, headers, mutations = { begun: 0, replayed: 0 } } = context;
  // The header of an earlier mutation of this document, which was a replay; this one may not be.
  delete headers['Idempotent-Replayed'];
  mutations.begun++;
  const ofMutation = { ...call, idempotencyKey: () => keyOf(idempotencyKey, call, info) };
  const { output, replayed } = await service.execute(operation, ofMutation, input);
  forgetLoaded(context);
  if (replayed) mutations.replayed++;
  if (mutations.replayed === mutations.begun) headers['Idempotent-Replayed'] = 'true';
  return output.value;
}

/** The idempotency key of one mutation. Throws `Invalid Request`. */
function keyOf(
  argument: string | null | undefined,
  { idempotencyKey: readHeader }: CallContext,
  info: GraphQLResolveInfo,
): string | undefined {
  const isOnly = rootFields(info.operation.selectionSet, info).length === 1;
  if (argument != null && !isOnly) return parseIdempotencyKey(argument);
  const header = readHeader?.();
  if (header !== undefined && !isOnly) throw manyMutations();
  if (argument == null) return header;
  const key = parseIdempotencyKey(argument);
  if (header !== undefined && header !== key) throw differingKeys();
  return key;
}

function manyMutations(): OutturnError {
  return new OutturnError('Invalid Request', {
    message:
      'One idempotency key in the header cannot stand for several mutations. Give each its idempotencyKey argument.',
  });
}

function differingKeys(): OutturnError {
  return new OutturnError('Invalid Request', {
    message:
      'The idempotency key in the header and the argument idempotencyKey are both present and differ. Send one of them.',
  });
}

/** The fields of the operation, with fragments written out. `__typename` does nothing and does not count. */
function rootFields(set: SelectionSetNode, info: GraphQLResolveInfo): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === 'Field') return selection.name.value === '__typename' ? [] : [selection];
    if (selection.kind === 'InlineFragment') return rootFields(selection.selectionSet, info);
    const fragment = info.fragments[selection.name.value];
    return fragment ? rootFields(fragment.selectionSet, info) : [];
  });
}
