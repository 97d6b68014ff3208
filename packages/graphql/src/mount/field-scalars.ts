import type { z } from 'zod';

/** A zod object, as the input of an operation or the output of one that shows a record. */
export type ObjectSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** The scalars that a field may have in GraphQL, by what it is on the wire. */
type ScalarOf<Value> = [Value] extends [number | null | undefined]
  ? 'Count' | 'Float'
  : [Value] extends [string | null | undefined]
    ? 'ID' | 'String' | 'DateTime' | 'DayOrInstant' | 'Decimal'
    : [Value] extends [boolean | null | undefined]
      ? 'Boolean'
      : [Value] extends [readonly string[] | null | undefined]
        ? ['String']
        : 'Metadata' | 'JSONObject';

/**
 * A scalar for every field of an object: what zod knows and GraphQL cannot tell from it. A field that is missing, one too
 * many or one of another kind is a type error.
 */
export type FieldScalars<Fields> = { readonly [Name in keyof Fields]-?: ScalarOf<Fields[Name]> };

export type FieldScalar =
  | ScalarOf<number>
  | ScalarOf<string>
  | ScalarOf<boolean>
  | ScalarOf<string[]>
  | ScalarOf<object>;

/** The fields with their zod schemas, in order. */
export function eachField(
  schema: ObjectSchema,
  scalars: Readonly<Record<string, FieldScalar>>,
): { name: string; scalar: FieldScalar; field: z.ZodType }[] {
  return Object.entries(scalars).flatMap(([name, scalar]) => {
    const field = schema.shape[name];
    return field ? [{ name, scalar, field }] : [];
  });
}
