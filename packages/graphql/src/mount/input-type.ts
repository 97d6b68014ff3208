import { builder } from '../builder.ts';
import { eachField, type FieldScalar, type ObjectSchema } from './field-scalars.ts';

/** An input type of a zod schema's fields, under their names and descriptions; those that zod requires are required. */
export function inputType(
  name: string,
  schema: ObjectSchema,
  { description, fields }: { description: string; fields: Readonly<Record<string, FieldScalar>> },
) {
  return builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        eachField(schema, fields).map(({ name, scalar, field }) => [
          name,
          t.field({ type: scalar, required: !field.isOptional(), description: field.description }),
        ]),
      ),
  });
}
