import type { InterfaceRef, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { Types } from '../builder.ts';
import type { Draft } from './draft.ts';
import { descriptionOf, type ObjectSchema } from './field-type.ts';

/** A GraphQL type whose values are `Value`s. */
export type ObjectType<Value> = ObjectRef<Types, Value>;

type Options<Output extends ObjectSchema> = {
  interfaces?: Interfaces<Output> | undefined;
  /** A field is asked of the operation when it is selected: what is optional is there, and not null. */
  hasOnlySelected?: boolean;
};

/** The interfaces of a type whose values are what a schema describes. */
export type Interfaces<Output extends ObjectSchema> = InterfaceRef<Types, Partial<z.output<Output>>>[];

/** The type of what operations show: names, descriptions, nullability and scalars are those of the zod schema. */
export function objectType<Output extends ObjectSchema>(
  { builder, outputTypes }: Draft,
  name: string,
  output: Output,
  { interfaces = [], hasOnlySelected = false }: Options<Output> = {},
): ObjectType<z.output<Output>> {
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
            // The type comes from the schema of this field, and the operation answers what its schema says.
            resolve: (value) => value[field] as never,
          }),
        ]),
      ),
  });
  return outputTypes.add(output, type);
}

/**
 * What an operation answers, as a field of the type that shows it. Pothos treats lists apart and cannot tell that a type
 * parameter is none; the signatures of the mounts tie the type to the operation's output.
 */
export function shown<Value extends object | null>(value: Promise<Value>): never {
  return value as never;
}
