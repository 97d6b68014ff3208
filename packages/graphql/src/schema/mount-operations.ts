import {
  type AnyRecordKind,
  groupOf,
  type Model,
  type Operation,
  typeNameOf,
  typeNames,
} from '@outturn/service';
import { z } from 'zod';
import type { Page } from '../connection.ts';
import type { ObjectSchema } from '../mount/field-type.ts';
import { mountGet } from '../mount/mount-get.ts';
import { type List, mountList } from '../mount/mount-list.ts';
import { mountMutation } from '../mount/mount-mutation.ts';
import { type ObjectType, objectType } from '../mount/object-type.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { recordInterface } from './record-interface.ts';

type Values = Readonly<Record<string, unknown>>;
type ObjectOperation = Operation<string, ObjectSchema, ObjectSchema>;
type ListOperation = Operation<string, ObjectSchema, z.ZodType<Page<Values>>>;

/** The object type and the list of each group of operations, such as `goalTypes`. */
export type Mounted = {
  record: ReturnType<typeof recordInterface>;
  types: ReadonlyMap<string, ObjectType<Values>>;
  lists: ReadonlyMap<string, List<Values>>;
};

/** Mounts every operation that names a field, except analytics, which has types and arguments of its own. */
export function mountOperations(draft: Draft, { operations, kinds, analytics }: Model): Mounted {
  const record = recordInterface(draft);
  const types = new Map(kinds.map((kind) => [kind.name, recordType(draft, kind, record)]));
  const lists = new Map<string, List<Values>>();
  for (const operation of operations) {
    const { graphql } = operation;
    if (!graphql || operation === analytics.slice || operation === analytics.records) continue;
    const group = groupOf(operation);
    // An operation with a field of GraphQL takes an object and returns one.
    const mounted = operation as ObjectOperation;
    const item = itemOf(mounted.output);
    const named = typeNames.get(item)?.name;
    const type = typeOf(draft, item, named ?? typeNameOf(operation));
    if (named === undefined) types.set(group, type);
    if ('mutation' in graphql) mountMutation(draft, graphql.mutation, mounted, type);
    else if (item === mounted.output || operation.output instanceof z.ZodArray)
      mountGet(draft, graphql.query, mounted, type);
    else lists.set(group, mountList(draft, graphql.query, operation as ListOperation, type));
  }
  return { record, types, lists };
}

/** The schema of the items of a page or a list; of any other output, the output itself. */
function itemOf(output: ObjectSchema | z.ZodArray): ObjectSchema {
  // A list without pages.
  if (output instanceof z.ZodArray) return output.element as ObjectSchema;
  const { items, nextCursor } = output.shape;
  return nextCursor && items instanceof z.ZodArray ? (items.element as ObjectSchema) : output;
}

/** Makes the type of a schema once. */
function typeOf(draft: Draft, schema: ObjectSchema, name: string): ObjectType<Values> {
  const known = draft.outputTypes.made(schema);
  // Only `objectType` makes types from schemas of objects.
  if (known) return known as ObjectType<Values>;
  return objectType(draft, name, schema);
}

function recordType(
  draft: Draft,
  { name, output, time: { field } }: AnyRecordKind,
  record: Mounted['record'],
): ObjectType<Values> {
  const type = objectType(draft, typeNameOf({ name }), output as ObjectSchema, { interfaces: [record] });
  draft.builder.objectField(type, 'time', (t) =>
    t.field({
      type: 'DateTime',
      description: `When it counts: its \`${field}\`.`,
      resolve: (value) => value[field] as string,
    }),
  );
  return type;
}

/** Throws if no operation of the group has a field. */
export function typeOfGroup({ types }: Pick<Mounted, 'types'>, group: string): ObjectType<Values> {
  const type = types.get(group);
  if (!type) throw new Error(`The group ${group} has no GraphQL type`);
  return type;
}
