import type { InterfaceRef, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { builder } from '../builder.ts';
import { eachField, type FieldScalars, type ObjectSchema } from './field-scalars.ts';

/** A GraphQL type whose values are `Value`s. */
export type ObjectType<Value> = ObjectRef<typeof builder.$inferSchemaTypes, Value>;

type Options<Output extends ObjectSchema> = {
  description: string;
  output: Output;
  fields: FieldScalars<z.output<Output>>;
  interfaces?: [InterfaceRef<typeof builder.$inferSchemaTypes, Partial<z.output<Output>>>];
};

/** The type of what operations show: names, descriptions and nullability are those of the zod schema. */
export function objectType<Output extends ObjectSchema>(
  name: string,
  { description, output, fields, interfaces }: Options<Output>,
): ObjectType<z.output<Output>> {
  return builder.objectRef<z.output<Output>>(name).implement({
    description,
    ...(interfaces && { interfaces }),
    fields: (t) =>
      Object.fromEntries(
        eachField(output, fields).map(({ name, scalar, field }) => [
          name,
          t.field({
            type: scalar,
            nullable: field.isNullable(),
            description: field.description,
            resolve: (value) => fieldOf(value, name),
          }),
        ]),
      ),
  });
}

/** `FieldScalars` ties the scalar to the kind of value that the output schema gives this field. */
function fieldOf(value: Record<string, unknown>, name: string): never {
  return value[name] as never;
}

/**
 * What an operation answers, as a field of the type that shows it. Pothos treats lists apart and cannot tell that a type
 * parameter is none; the signatures of the mounts tie the type to the operation's output.
 */
export function shown<Value extends object | null>(value: Promise<Value>): never {
  return value as never;
}
