import { typeNames } from '@outturn/service';
import { type ObjectSchema, partOf } from './field-type.ts';
import type { Draft } from './schema-builder.ts';

/** Makes the types of the fields whose schemas have names of their own, before the type of the object is made. */
export function makeParts(
  types: Draft['inputTypes'] | Draft['outputTypes'],
  { shape }: ObjectSchema,
  make: (name: string, part: ObjectSchema) => void,
): void {
  for (const part of Object.values(shape).map(partOf)) {
    const name = typeNames.get(part)?.name;
    // Schemas with names are those of objects.
    if (name !== undefined && !types.made(part)) make(name, part as ObjectSchema);
  }
}
