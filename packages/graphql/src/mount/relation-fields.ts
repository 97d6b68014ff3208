import type { Operation } from '@outturn/service';
import type { z } from 'zod';
import type { GraphqlContext } from '../builder.ts';
import { type ConnectionArguments, connectionOf, inListTerms, listInput } from '../connection.ts';
import { hasRoom } from '../limits/answer-size.ts';
import { load } from '../loader.ts';
import type { List } from './mount-list.ts';
import { type ObjectType, shown } from './object-type.ts';
import type { Draft } from './schema-builder.ts';

type PageOfEach<Item> = { items: Item[]; cursors: string[]; hasMore: boolean };
type OfEach<Item> = Operation<string, z.ZodType, z.ZodArray<z.ZodType<PageOfEach<Item>>>>;
type Many<Item> = Operation<string, z.ZodType, z.ZodArray<z.ZodType<Item | null>>>;

/** Records of each parent by default. */
const FIRST = 10;

/** A connection like the list, loaded for all parents of an answer at once. */
export function recordsOf<Item extends object>(
  { builder }: Draft,
  type: ObjectType<{ id: string }>,
  field: { name: string; description: string; parent: string; list: List<Item>; ofEach: OfEach<Item> },
): void {
  const { name, description, parent, list, ofEach } = field;
  builder.objectField(type, name, (t) =>
    t.field({
      type: list.connection,
      nullable: true,
      description,
      args: list.argumentsOf(FIRST),
      resolve: ({ id }, args, context) => shown(pageOfEach(context, ofEach, { id, parent, args })),
    }),
  );
}

/** Null where the response has no room. */
export async function pageOfEach<Item>(
  context: GraphqlContext,
  ofEach: OfEach<Item>,
  { id, parent, args }: { id: string; parent?: string; args: ConnectionArguments },
) {
  const question = { ...listInput(args), ...(parent !== undefined && { parent }) };
  const { items, cursors, hasMore } = await load(context, ofEach, id, {
    question,
    toInput: (ids) => ({ ...question, ids }),
  }).catch((error: unknown) => {
    throw inListTerms(error);
  });
  // A page that was read once may be shown in many places, so each counts.
  if (!hasRoom(context, items)) return null;
  return connectionOf(items, {
    cursorAt: (index) => cursors[index] ?? '',
    hasNextPage: hasMore,
    hasPreviousPage: args.after != null,
  });
}

type Naming = Readonly<Record<string, unknown>>;
type Reference<Item> = {
  name: string;
  /** Holds the key or id. */
  field: string;
  type: ObjectType<Item>;
  many: Many<Item>;
  description: string;
};

/** Mounts the member or record that a record names. All references of one level are loaded together; deleted ones are null. */
export function reference<Item extends object>(
  { builder }: Draft,
  from: ObjectType<Naming>,
  { name, field, type, many, description }: Reference<Item>,
): void {
  builder.objectField(from, name, (t) =>
    t.field({
      type,
      nullable: true,
      description,
      resolve: (value, _, context) => shown(one(context, many, value[field])),
    }),
  );
}

async function one<Item>(context: GraphqlContext, many: Many<Item>, name: unknown) {
  if (typeof name !== 'string') return null;
  const item = await load(context, many, name, { toInput: (names) => ({ names }) });
  return hasRoom(context, item) ? item : null;
}
