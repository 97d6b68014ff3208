import { builder } from '../builder.ts';
import { descriptionOf, inputTypes, type ObjectSchema } from './field-type.ts';

/** An input type of a zod object, with its names, descriptions and scalars; the fields that zod requires are required. */
export function inputType(name: string, schema: ObjectSchema, description = schema.description) {
  const fields = inputFields(name, schema);
  const type = builder.inputType(name, {
    description,
    fields: (t) => Object.fromEntries(fields.map(([field, options]) => [field, t.field(options)])),
  });
  return inputTypes.add(schema, type);
}

/** The fields of a zod object as arguments of a field. */
export function inputArguments(name: string, schema: ObjectSchema) {
  const fields = inputFields(name, schema);
  return builder.args((t) => Object.fromEntries(fields.map(([field, options]) => [field, t.field(options)])));
}

function inputFields(owner: string, { shape }: ObjectSchema) {
  return Object.entries(shape).map(([name, field]) => {
    const type = inputTypes.of(`${owner}.${name}`, field);
    return [name, { type, required: !field.isOptional(), description: descriptionOf(field) }] as const;
  });
}
