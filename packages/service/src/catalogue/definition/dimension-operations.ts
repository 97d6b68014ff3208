import type { z } from 'zod';
import { toKebabCase, toSnakeCase } from '../../base/letter-case.ts';
import type { Scope } from '../../base/scopes.ts';
import { defineCommand, defineQuery } from '../../operations/define.ts';
import { getMany } from '../../operations/get-many.ts';
import { singularOf } from '../../operations/names.ts';
import { pageOf } from '../../schema/page.ts';
import { ByKey, Deleted, DimensionPage } from './dimension.schema.ts';
import {
  createDimension,
  type DimensionChanges,
  type DimensionEntity,
  type DimensionStore,
  deleteDimension,
  getDimension,
  getDimensions,
  isCreated,
  replaceDimension,
  updateDimension,
} from './dimension-commands.ts';
import { listDimensions } from './list-dimensions.ts';

type DimensionDefinition<
  Group extends string,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Out extends z.ZodType<{ id: string; createdAt: string; updatedAt: string }>,
> = DimensionStore & {
  name: Group;
  /** Whether rollups sum the records of each member. */
  isSummed: boolean;
  createInput: Create;
  updateInput: Update;
  output: Out;
  toWire(row: DimensionEntity): z.output<Out>;
};

/** Mounted on every surface; look-ups of many on tRPC alone, and as GraphQL's relations. */
export function dimensionOperations<
  const Group extends string,
  Create extends z.ZodType<{ key: string } & DimensionChanges>,
  Update extends z.ZodType<{ key: string } & DimensionChanges>,
  Out extends z.ZodType<{ id: string; createdAt: string; updatedAt: string }>,
>({ name: group, noun, output, toWire, ...definition }: DimensionDefinition<Group, Create, Update, Out>) {
  const store = { entity: definition.entity, noun };
  const slug = toKebabCase(group);
  const read: Scope = `${slug}:read`;
  const write: Scope = `${slug}:write`;
  const all = `/${slug}` as const;
  const one = `${all}/{key}` as const;
  const get = defineQuery({
    name: `${group}.get` as const,
    summary: `Retrieve ${noun}`,
    scope: read,
    rest: { method: 'get', path: one },
    graphql: { query: singularOf(group) },
    input: ByKey,
    output,
    errors: ['Not Found'],
    run: async (context, input) => toWire(await getDimension(context, store, input)),
  });
  return {
    create: defineCommand({
      name: `${group}.create` as const,
      summary: `Create ${noun}`,
      description: 'Fills one that has only a key so far, as records create it.',
      scope: write,
      rest: { method: 'post', path: all, status: 201 },
      input: definition.createInput,
      output,
      errors: ['Already Exists', 'Not Found'],
      shownRow,
      run: async (context, input) => toWire(await createDimension(context, store, input)),
    }),
    list: defineQuery({
      name: `${group}.list` as const,
      summary: `List ${titleOf(group)}`,
      scope: read,
      rest: { method: 'get', path: all },
      graphql: { query: group },
      // Models pay for every tool that is declared, and need only the members by whom money is counted.
      ...(definition.isSummed && {
        mcp: {
          tool: `list_${toSnakeCase(group)}`,
          description: `Lists ${titleOf(group)} with key, name, description and metadata, newest first. For their figures call ask_analytics.`,
        },
      }),
      input: DimensionPage,
      output: pageOf(output),
      run: (context, input) => listDimensions(context, store, input, toWire),
    }),
    get,
    getManyByKey: getMany(get, (context, names) => getDimensions(context, store, names, toWire)),
    update: defineCommand({
      name: `${group}.update` as const,
      summary: `Change ${noun}`,
      description: 'Fields that are left out stay as they are; null clears one.',
      scope: write,
      rest: { method: 'patch', path: one },
      input: definition.updateInput,
      output,
      errors: ['Not Found'],
      shownRow,
      run: async (context, input) => toWire(await updateDimension(context, store, input)),
    }),
    replace: defineCommand({
      name: `${group}.replace` as const,
      summary: `Create or replace ${noun}`,
      description: 'Fields that are left out become null.',
      scope: write,
      rest: { method: 'put', path: one },
      input: definition.createInput,
      output,
      errors: ['Not Found'],
      isCreated,
      shownRow,
      run: async (context, input) => toWire(await replaceDimension(context, store, input)),
    }),
    delete: defineCommand({
      name: `${group}.delete` as const,
      summary: `Delete ${noun}`,
      description:
        'Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.',
      scope: write,
      rest: { method: 'delete', path: one, status: 204 },
      input: ByKey,
      output: Deleted,
      errors: ['Not Found'],
      run: (context, input) => deleteDimension(context, store, input),
    }),
  };
}

/** `goal types` for `goalTypes`. */
function titleOf(group: string): string {
  return group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function shownRow({ id }: { id: string }): string {
  return id;
}
