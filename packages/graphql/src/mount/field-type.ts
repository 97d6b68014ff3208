import { type Scalar, scalars } from '@outturn/service';
import type { InputType, OutputType } from '@pothos/core';
import { z } from 'zod';
import type { Types } from '../builder.ts';

type NamedScalar = Scalar | 'Boolean';
type Schema = z.core.$ZodType;

export type ObjectSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

class TypesOfSchemas<Type> {
  readonly #types = new Map<Schema, Type | NamedScalar>();

  add<Added extends Type>(schema: Schema, type: Added): Added {
    this.#types.set(schema, type);
    return type;
  }

  /** Its registered scalar, the type made from it, or a list. Throws if there is none, so that no field goes missing. */
  of(field: string, schema: Schema): Type | NamedScalar | [Type | NamedScalar] {
    const type = this.#find(schema);
    if (type !== undefined) return type;
    const item = itemOf(schema);
    const itemType = item && this.#find(item);
    if (itemType !== undefined) return [itemType];
    throw new Error(
      `The field ${field} has no GraphQL type: its schema has no scalar, and no type is made from it`,
    );
  }

  #find(schema: Schema): Type | NamedScalar | undefined {
    const type = this.made(schema) ?? scalarOf(schema);
    const inner = unwrapped(schema);
    return type ?? (inner && this.#find(inner));
  }

  /** The type made from this schema, or from the original of a schema made by `.meta()`. */
  made(schema: Schema | undefined): Type | NamedScalar | undefined {
    return schema && (this.#types.get(schema) ?? this.made(schema._zod.parent));
  }
}

export class OutputTypes extends TypesOfSchemas<OutputType<Types>> {}

export class InputTypes extends TypesOfSchemas<InputType<Types>> {}

/** Also looks inside wrappers. */
export function descriptionOf(schema: Schema): string | undefined {
  const inner = unwrapped(schema);
  return z.globalRegistry.get(schema)?.description ?? (inner && descriptionOf(inner));
}

function scalarOf(schema: Schema): NamedScalar | undefined {
  const registered = scalars.get(schema)?.scalar;
  if (registered !== undefined) return registered;
  if (schema instanceof z.ZodString) return 'String';
  if (schema instanceof z.ZodBoolean) return 'Boolean';
  if (schema instanceof z.ZodLiteral && [...schema.values].every((value) => typeof value === 'string'))
    return 'String';
  const isFlag =
    schema instanceof z.ZodLiteral && [...schema.values].every((value) => typeof value === 'boolean');
  return isFlag ? 'Boolean' : undefined;
}

/** The schema inside of wrappers and lists. */
export function partOf(schema: Schema): Schema {
  const inner = schema instanceof z.ZodArray ? schema.element : unwrapped(schema);
  return inner ? partOf(inner) : schema;
}

function itemOf(schema: Schema): Schema | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  const inner = unwrapped(schema);
  return inner && itemOf(inner);
}

function unwrapped(schema: Schema): Schema | undefined {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isWrapper ? schema.unwrap() : undefined;
}
