import { defineEntity, type EntitySchema } from '@mikro-orm/core';
import { z } from 'zod';
import { decimal, dimensionColumns, dimensionUniques } from '../../database/entity-properties.ts';
import type { RecordDimension } from '../../kinds/record-kind.ts';
import type { Operation, Query } from '../../operations/define.ts';
import { capital, type Singular } from '../../operations/names.ts';
import { sampleCreatedAt } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields, valueField, valueOut } from './dimension.schema.ts';
import { type Declaration, dimensionOf } from './dimension.ts';
import type { DimensionChanges, DimensionEntity } from './dimension-commands.ts';
import { dimensionOperations } from './dimension-operations.ts';
import { toDimension, toValuedDimension } from './dimension-view.ts';

type Cut = RecordDimension['cut'];
type Sample = Partial<Record<'name' | 'description' | 'value', string | null>> & {
  metadata?: Record<string, unknown>;
};

type DefinedDimension<Name extends string, Field extends string, Of extends Cut> = Declaration<
  Name,
  Field,
  Of
> & {
  /** Describes the type of a member. */
  description: string;
  samples: { created: Sample; changed: Sample };
};

/**
 * Defines a dimension whose members have a name, a description and metadata. Returns what `dimensionOf` derives from the name,
 * the entity and the operations.
 */
export function defineDimension<
  const Name extends string,
  const Field extends string = Singular<Name>,
  const Of extends Cut = undefined,
>(declared: DefinedDimension<Name, Field, Of>) {
  return dimensionWith(declared, {
    columns: {},
    newInput: () => z.strictObject({ key: Key, ...describingFields }),
    output: z.object(dimensionFields),
    toWire: toDimension,
  });
}

/**
 * Defines a dimension whose members also have a value: each record of a member with one generates a valuable outcome.
 */
export function defineValuedDimension<
  const Name extends string,
  const Field extends string = Singular<Name>,
  const Of extends Cut = undefined,
>(declared: DefinedDimension<Name, Field, Of>) {
  return dimensionWith(declared, {
    columns: { value: decimal().nullable() },
    newInput: () => z.strictObject({ key: Key, ...describingFields, ...valueField }),
    output: z.object({ ...dimensionFields, ...valueOut }),
    toWire: toValuedDimension,
  });
}

type Form<Input, Output extends z.ZodType> = {
  columns: object;
  /** Documents name schemas, so each dimension and each command has its own. */
  newInput(): Input;
  output: Output;
  toWire(row: DimensionEntity): z.output<Output>;
};

function dimensionWith<
  const Name extends string,
  const Field extends string,
  const Of extends Cut,
  Input extends z.ZodType<{ key: string } & DimensionChanges>,
  Output extends z.ZodType<{ id: string; createdAt: string; updatedAt: string }>,
>(declared: DefinedDimension<Name, Field, Of>, { columns, newInput, output, toWire }: Form<Input, Output>) {
  const { description, example } = declared;
  const { created, changed } = declared.samples;
  const dimension = dimensionOf(declared);
  const { name, noun, table } = dimension;
  const { key } = example;
  const entity = defineEntity({
    name: capital(dimension.singular),
    tableName: table,
    properties: { ...dimensionColumns, ...columns },
    uniques: dimensionUniques(table),
    // `DimensionEntity` has the properties of these columns.
  }) as unknown as EntitySchema<DimensionEntity>;
  const { value, ...described } = created;
  const shown = withSample(output.meta({ description }), {
    id: example.id,
    key,
    name: null,
    description: null,
    metadata: null,
    ...described,
    createdAt: sampleCreatedAt,
    updatedAt: sampleCreatedAt,
    ...(value !== undefined && { value }),
  });
  const operations = dimensionOperations({
    name,
    noun,
    entity,
    isSummed: dimension.cut !== undefined,
    createInput: withSample(newInput(), { key, ...created }),
    updateInput: withSample(newInput(), { key, ...changed }),
    output: shown,
    toWire,
  });
  return {
    ...dimension,
    isDeletable: true as const,
    entity,
    output: shown,
    operations,
    many: operations.getManyByKey,
  };
}

function withSample<Schema extends z.ZodType>(schema: Schema, sample: unknown): Schema {
  samples.add<z.ZodType>(schema, { sample });
  return schema;
}

export type AnyDimension = RecordDimension &
  Pick<Declaration<string, string, Cut>, 'name' | 'noun' | 'slice'> & {
    slug: string;
    singular: string;
    /** The noun without its article. */
    title: string;
    entity: EntitySchema;
    output: z.ZodObject;
    operations: Readonly<Record<string, Operation>>;
    /** The look-up by key with which GraphQL loads references. */
    many: Query<string, z.ZodType, z.ZodArray<z.ZodNullable<z.ZodObject>>>;
  };
