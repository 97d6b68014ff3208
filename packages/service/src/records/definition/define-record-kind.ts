import type { InferEntity } from '@mikro-orm/core';
import type { EntitySchema } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { toSnakeCase } from '../../base/letter-case.ts';
import { tableOfEntity } from '../../database/entity-metadata.ts';
import type { Derivation } from '../../kinds/derivation.ts';
import type { Generates, RecordDimension, RecordKind, Refunds } from '../../kinds/record-kind.ts';
import {
  defineQuery,
  defineRecord,
  type Query,
  type RecordBatch,
  type RecordOperation,
} from '../../operations/define.ts';
import { defineRecordBatch } from '../../operations/define-record-batch.ts';
import { singularOf, typeNameOf } from '../../operations/names.ts';
import { sortField, statusFilter } from '../../schema/list-filters.ts';
import { pageFields, pageOf } from '../../schema/page.ts';
import { ById } from '../../schema/record-id.ts';
import { validate } from '../../schema/validate.ts';
import { getRecord } from '../reading/get-record.ts';
import { listRecords } from '../reading/list-records.ts';
import { readHistory } from '../reading/read-history.ts';
import { checkDeclaration } from './check-declaration.ts';
import { compileKind } from './compile-kind.ts';
import { correctionSchemas } from './correction.schema.ts';
import { pastEntityOf } from './past-entity.ts';

type OwnField<Output extends z.ZodObject, Entity> = keyof z.output<Output> &
  keyof InferEntity<Entity> &
  string;

type Declaration<
  Name extends string,
  Entity,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Filters extends z.ZodRawShape,
> = {
  /** The group of operations: `goalTypes`. Scopes and path use `goal-types`, the table `goal_types`. */
  name: Name;
  /** Such as `revenue record`. */
  noun: string;
  /** Describes `record` in the API. */
  description: string;
  facts: RecordKind['facts'];
  /** The only list of columns. */
  entity: Entity;
  /** Without `z.default()`: fingerprints cover what was sent. */
  input: Input;
  output: Output;
  dimensions: readonly RecordDimension[];
  /** By which rollups count the record. */
  time: OwnField<Output, Entity> & `${string}At`;
  /** In USD. */
  amount?: OwnField<Output, Entity>;
  /** For natural keys: records without one show this prefix and their id. */
  keyPrefix?: string;
  /** Kinds that fields reference by id. */
  references?: { readonly [Field in OwnField<Output, Entity>]?: string };
  defaults?: { readonly [Field in OwnField<Output, Entity>]?: () => string };
  /** Beside paging, order, dimensions and time. */
  filters: Filters;
  generates?: Generates;
  /** Names of fields; the one of the balance is not shown. */
  refunds?: Refunds & { of: OwnField<Output, Entity>; balance: keyof InferEntity<Entity> & string };
  derivation?: Derivation;
};

/**
 * Has the operations `record`, `recordBatch`, `correct`, `correctBatch`, `list`, `get` and `history`. Throws for a contradictory declaration.
 */
export function defineRecordKind<
  const Name extends string,
  Entity,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Filters extends z.ZodRawShape,
>(declared: Declaration<Name, Entity, Input, Output, Filters>) {
  const { name, noun, input, output, filters } = declared;
  // An entity with any properties.
  const entity = declared.entity as EntitySchema;
  const table = tableOfEntity(entity);
  const references = present<string>(declared.references);
  const defaults = present<() => string>(declared.defaults);
  checkDeclaration({ ...declared, references, defaults }, table);
  const kind = compileKind({
    name,
    facts: declared.facts,
    table,
    sent: Object.keys(input.shape),
    shown: Object.keys(output.shape),
    filters: Object.keys(filters),
    dimensions: declared.dimensions,
    time: declared.time,
    amount: declared.amount,
    keyPrefix: declared.keyPrefix,
    references,
    defaults,
    generates: declared.generates,
    refunds: declared.refunds,
    derivation: declared.derivation,
    check: (sent) => validate(input, sent),
  });
  const record = defineRecord({
    name: `${name}.record` as const,
    summary: `Create ${withArticle(noun)}`,
    description: declared.description,
    scope: `${kind.slug}:write`,
    rest: { method: 'post', path: `/${kind.slug}`, status: 201 },
    graphql: { mutation: `record${typeNameOf(declared)}` },
    mcp: {
      tool: `record_${toSnakeCase(singularOf(name))}`,
      description: `${declared.description} Amounts are decimal strings in USD.`,
    },
    input,
    output,
    recordKind: kind,
    writes: 'record',
  });
  const schemas = correctionSchemas(declared);
  const correct = defineRecord({
    name: `${name}.correct` as const,
    summary: `Correct ${withArticle(noun)}`,
    description:
      'Voids a record, restores a voided one, or amends fields of it. Every figure is right from the answer on; the record as it was stays in its history.',
    scope: 'corrections:write',
    rest: { method: 'post', path: `/${kind.slug}/{id}/corrections`, status: 201 },
    graphql: { mutation: `correct${typeNameOf(declared)}` },
    mcp: {
      tool: 'correct_record',
      kind: name,
      description:
        'Voids a record, restores a voided one, or amends fields of it. Every figure is right at once; the record as it was stays in its history.',
    },
    input: schemas.correct,
    output: schemas.correction,
    errors: ['Not Found'],
    recordKind: kind,
    writes: 'correction',
  });
  const operations = {
    record,
    recordBatch: defineRecordBatch(record, {
      name: `${name}.recordBatch` as const,
      summary: `Create up to 1,000 ${noun}s`,
      rest: { method: 'post', path: `/${kind.slug}/batch` },
    }),
    correct,
    correctBatch: defineRecordBatch(correct, {
      name: `${name}.correctBatch` as const,
      summary: `Correct up to 1,000 ${noun}s`,
      rest: { method: 'post', path: `/${kind.slug}/corrections/batch` },
    }),
    history: defineQuery({
      name: `${name}.history` as const,
      summary: `List the versions of ${withArticle(noun)}, oldest first`,
      scope: `${kind.slug}:read`,
      rest: { method: 'get', path: `/${kind.slug}/{id}/history` },
      graphql: { query: `${singularOf(name)}History` },
      input: ById,
      output: z.array(schemas.entry),
      errors: ['Not Found'],
      run: (context, { id }) => readHistory<z.output<typeof schemas.entry>[]>(context, kind, id),
    }),
    list: defineQuery({
      name: `${name}.list` as const,
      summary: `List ${noun}s`,
      scope: `${kind.slug}:read`,
      rest: { method: 'get', path: `/${kind.slug}` },
      graphql: { query: name },
      mcp: {
        tool: 'list_records',
        kind: name,
        description:
          'Lists single records of one kind. For sums, counts and comparisons call ask_analytics instead. Amounts are decimal strings in USD, times are in UTC.',
      },
      input: z.strictObject({ ...pageFields, sort: sortField(declared.time), ...statusFilter, ...filters }),
      output: pageOf(output),
      // Every list input has these; the rest are filters.
      run: (context, input) => listRecords<z.output<Output>>(context, kind, input as ListInput),
    }),
    get: defineQuery({
      name: `${name}.get` as const,
      summary: `Retrieve ${withArticle(noun)}`,
      scope: `${kind.slug}:read`,
      rest: { method: 'get', path: `/${kind.slug}/{id}` },
      graphql: { query: singularOf(name) },
      mcp: {
        tool: 'get_record',
        kind: name,
        description: 'Reads one record by its id. Amounts are decimal strings in USD, times are in UTC.',
      },
      input: ById,
      output,
      errors: ['Not Found'],
      run: (context, { id }) => getRecord<z.output<Output>>(context, kind, id),
    }),
  };
  return { ...kind, name, noun, entity, pastEntity: pastEntityOf(entity), input, output, operations };
}

export type AnyRecordKind = RecordKind & {
  noun: string;
  entity: EntitySchema;
  /** Of the versions that count no longer. */
  pastEntity: EntitySchema;
  input: z.ZodObject;
  output: z.ZodObject;
  operations: {
    record: RecordOperation<`${string}.record`, z.ZodObject, z.ZodObject>;
    recordBatch: RecordBatch<`${string}.recordBatch`, z.ZodType, z.ZodType>;
    correct: RecordOperation<`${string}.correct`, z.ZodObject, z.ZodObject>;
    correctBatch: RecordBatch<`${string}.correctBatch`, z.ZodType, z.ZodType>;
    history: Query<`${string}.history`, z.ZodObject, z.ZodType>;
    list: Query<`${string}.list`, z.ZodObject, z.ZodType<AnyPage>>;
    get: Query<`${string}.get`, z.ZodObject, z.ZodObject>;
  };
};

type AnyPage = { items: Record<string, unknown>[]; nextCursor: string | null };

type ListInput = Parameters<typeof listRecords>[2];

function present<Value>(values: Readonly<Record<string, Value | undefined>> = {}): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
