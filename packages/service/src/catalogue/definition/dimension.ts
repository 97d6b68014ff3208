import { toKebabCase, toSnakeCase } from '../../base/letter-case.ts';
import type { RecordDimension } from '../../kinds/record-kind.ts';
import { capital, type Singular, singularOf } from '../../operations/names.ts';
import { RecordId } from '../../schema/record-id.ts';
import { Key, textOut } from '../../schema/text.ts';

export type Declaration<Name extends string, Field extends string, Cut extends RecordDimension['cut']> = {
  /** The group of operations, such as `goalTypes`. Table, path, scopes, columns and slice dimension follow from it. */
  name: Name;
  /** With its article: `a goal type`. */
  noun: string;
  /** Records name a member by `<field>Key`. Default: the singular of `name`. */
  field?: Field;
  example: { id: string; key: string };
  slice: {
    description: string;
    /** The kind of record that has the dimension for records that reference one of its records. */
    through?: string;
  };
  /** Rollups sum the records of each member. */
  cut?: Cut;
  remembers?: readonly RecordDimension[];
};

/**
 * Everything that follows from the name of a dimension: the names of table, columns and paths, and the fields that schemas of
 * records and filters of lists spread.
 */
export function dimensionOf<
  const Name extends string,
  const Field extends string = Singular<Name>,
  const Cut extends RecordDimension['cut'] = undefined,
>(declared: Declaration<Name, Field, Cut>) {
  const { name, noun, example, slice, cut, remembers } = declared;
  const singular = singularOf(name);
  // Without a `field`, its type is the singular.
  const field = (declared.field ?? singular) as Field;
  const stem = toSnakeCase(singular);
  const title = noun.replace(/^an? /, '');
  const byKey = `${field}Key` as const;
  const byId = `${field}Id` as const;
  const only = { description: `Only records of this ${title}.` };
  return {
    name,
    slug: toKebabCase(name),
    table: toSnakeCase(name),
    singular,
    noun,
    title,
    field,
    stem,
    column: `${stem}_id`,
    // Without a cut, its type is undefined.
    cut: cut as Cut,
    remembers,
    slice,
    keyIn: named(
      byKey,
      Key.nullish().meta({
        description: `${capital(title)} key. A new one creates its ${title}.`,
        example: example.key,
      }),
    ),
    idIn: named(
      byId,
      RecordId.nullish().meta({ description: `Id of an existing ${title}, instead of \`${byKey}\`.` }),
    ),
    keyOut: named(
      byKey,
      textOut()
        .nullable()
        .meta({ description: `Key of the ${title}.` }),
    ),
    idOut: named(byId, RecordId.nullable().meta({ description: `Id of the ${title}.` })),
    keyFilter: named(byKey, Key.optional().meta(only)),
    idFilter: named(byId, RecordId.optional().meta(only)),
    sample: { ...named(byId, example.id), ...named(byKey, example.key) },
  };
}

function named<Name extends string, Value>(name: Name, value: Value): Record<Name, Value> {
  // A computed name widens to `string`.
  return { [name]: value } as Record<Name, Value>;
}
