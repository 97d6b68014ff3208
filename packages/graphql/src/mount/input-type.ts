import { descriptionOf, type ObjectSchema } from './field-type.ts';
import { makeParts } from './named-parts.ts';
import type { Draft } from './schema-builder.ts';

export function inputType(
  draft: Draft,
  name: string,
  schema: ObjectSchema,
  description = schema.description,
) {
  const fields = inputFields(draft, name, schema);
  const type = draft.builder.inputType(name, {
    description,
    fields: (t) => Object.fromEntries(fields.map(([field, options]) => [field, t.field(options)])),
  });
  return draft.inputTypes.add(schema, type);
}

export function inputArguments(draft: Draft, name: string, schema: ObjectSchema) {
  const fields = inputFields(draft, name, schema);
  return draft.builder.args((t) =>
    Object.fromEntries(fields.map(([field, options]) => [field, t.field(options)])),
  );
}

function inputFields(draft: Draft, owner: string, schema: ObjectSchema) {
  const { inputTypes } = draft;
  makeParts(inputTypes, schema, (name, part) => inputType(draft, name, part));
  return Object.entries(schema.shape).map(([name, field]) => {
    const type = inputTypes.of(`${owner}.${name}`, field);
    return [name, { type, required: !field.isOptional(), description: descriptionOf(field) }] as const;
  });
}
