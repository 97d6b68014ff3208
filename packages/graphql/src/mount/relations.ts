import type { Operation } from '@outturn/service';
import type { z } from 'zod';
import type { GraphqlContext } from '../builder.ts';
import { type ConnectionArguments, connectionOf, inListTerms, listInput } from '../connection.ts';
import { hasRoom } from '../limits/answer-size.ts';
import { load } from '../loader.ts';
import type { Draft } from './draft.ts';
import type { List } from './mount-list.ts';
import { type ObjectType, shown } from './object-type.ts';

/** What an operation answers for many owners at once: a page of each. */
type PageOfEach<Item> = { items: Item[]; cursors: string[]; hasMore: boolean };
type OfEach<Item> = Operation<string, z.ZodType, z.ZodArray<z.ZodType<PageOfEach<Item>>>>;
type Many<Item> = Operation<string, z.ZodType, z.ZodArray<z.ZodType<Item | null>>>;

/** How many of each owner, unless told otherwise. */
const FIRST = 10;

/** Adds a field to a type whose things are called `owner` by the operation. */
type Mount = (type: ObjectType<{ id: string }>, field: { name: string; owner: string }) => void;

/** Records of a kind as fields of other types: connections like the list, each read for all things of an answer at once. */
export function recordsOf<Item extends object>({ builder }: Draft, list: List<Item>, ofEach: OfEach<Item>) {
  return (description: string): Mount =>
    (type, { name, owner }) => {
      builder.objectField(type, name, (t) =>
        t.field({
          type: list.connection,
          nullable: true,
          description,
          args: list.argumentsOf(FIRST),
          resolve: ({ id }, args, context) => shown(pageOfEach(context, ofEach, { id, owner, args })),
        }),
      );
    };
}

/** What a thing has many of. */
export function hasMany<Owner extends { id: string }>(
  type: ObjectType<Owner>,
  owner: string,
  fields: Readonly<Record<string, Mount>>,
): void {
  // An Owner has the id, which is all that a mount reads.
  const owners = type as unknown as ObjectType<{ id: string }>;
  for (const [name, mount] of Object.entries(fields)) mount(owners, { name, owner });
}

/** The page of one owner, as a connection; null where the response has no room for it. */
export async function pageOfEach<Item>(
  context: GraphqlContext,
  ofEach: OfEach<Item>,
  { id, owner, args }: { id: string; owner?: string; args: ConnectionArguments },
) {
  const question = { ...listInput(args), ...(owner !== undefined && { owner }) };
  const { items, cursors, hasMore } = await load(context, ofEach, id, {
    question,
    toInput: (ids) => ({ ...question, ids }),
  }).catch((error: unknown) => {
    throw inListTerms(error);
  });
  // Counted wherever it stands: what was read once can be asked for in many places.
  if (!hasRoom(context, items)) return null;
  return connectionOf(items, {
    cursorAt: (index) => cursors[index] ?? '',
    hasNextPage: hasMore,
    hasPreviousPage: args.after != null,
  });
}

/** The fields of a thing, one of which names another. */
type Naming = Readonly<Record<string, unknown>>;

/** The thing that a field names, as a field: read for all that name one at once, null where none is named or left. */
export function reference<Item extends object>(
  { builder }: Draft,
  name: string,
  {
    field,
    type,
    many,
    description,
  }: { field: string; type: ObjectType<Item>; many: Many<Item>; description: string },
) {
  const mount = (from: ObjectType<Naming>): void => {
    builder.objectField(from, name, (t) =>
      t.field({
        type,
        nullable: true,
        description,
        resolve: (value, _, context) => shown(one(context, many, value[field])),
      }),
    );
  };
  return { name, field, mount };
}

async function one<Item>(context: GraphqlContext, many: Many<Item>, name: unknown) {
  if (typeof name !== 'string') return null;
  const item = await load(context, many, name, { toInput: (names) => ({ names }) });
  return hasRoom(context, item) ? item : null;
}
