import type { InterfaceRef, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { Types } from '../builder.ts';
import { descriptionOf, type ObjectSchema } from './field-type.ts';
import { makeParts } from './named-parts.ts';
import type { Draft } from './schema-builder.ts';

export type ObjectType<Value> = ObjectRef<Types, Value>;

type Options<Output extends ObjectSchema> = {
  interfaces?: Interfaces<Output> | undefined;
  /** The operation answers selected fields only: a selected optional field is present. */
  hasOnlySelected?: boolean;
};

type Interfaces<Output extends ObjectSchema> = InterfaceRef<Types, Partial<z.output<Output>>>[];

/** Names, descriptions, nullability and scalars come from the zod schema. */
export function objectType<Output extends ObjectSchema>(
  draft: Draft,
  name: string,
  output: Output,
  { interfaces = [], hasOnlySelected = false }: Options<Output> = {},
): ObjectType<z.output<Output>> {
  const { builder, outputTypes } = draft;
  makeParts(outputTypes, output, (part, schema) => objectType(draft, part, schema));
  const type = builder.objectRef<z.output<Output>>(name).implement({
    description: output.description,
    interfaces,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(output.shape).map(([field, schema]) => [
          field,
          t.field({
            type: outputTypes.of(`${name}.${field}`, schema),
            nullable: schema.isNullable() || (schema.isOptional() && !hasOnlySelected),
            description: descriptionOf(schema),
            // The field's type and the operation's output share one schema.
            resolve: (value) => notThenable(value[field]) as never,
          }),
        ]),
      ),
  });
  return outputTypes.add(output, type);
}

/**
 * Yoga takes a JSON object with a key `then`, such as in metadata, for a promise. It is passed on in an object that is
 * written as JSON in its place.
 */
function notThenable(value: unknown): unknown {
  const isThenable = typeof value === 'object' && value !== null && 'then' in value;
  return isThenable ? { toJSON: () => value } : value;
}

/** Pothos cannot prove that a type parameter is no list; the mounts' signatures tie the type to the output. */
export function shown<Value extends object | null>(value: Promise<Value>): never {
  return value as never;
}
