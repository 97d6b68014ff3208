import type { Query } from '@outturn/service';
import type { z } from 'zod';
import type { GraphqlContext } from '../builder.ts';
import { type ConnectionArguments, type Page, resolveConnection } from '../connection.ts';
import { pageArguments } from '../mount/mount-list.ts';
import { shown } from '../mount/object-type.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { ofKind, type RecordConnection } from '../schema/timeline.ts';
import type { AnalyticsParts } from './slice-types.ts';

/** The query of the records behind a number, of any model. */
export type CountedRecords = Query<
  string,
  z.ZodObject<{ measure: z.ZodEnum; kind: z.ZodType }>,
  z.ZodType<Page<RecordOfKind>>
>;
type RecordOfKind = { kind: string; record: object };

/** Takes the arguments of a slice. */
export function mountCountedRecords(
  draft: Draft,
  records: CountedRecords,
  { connection, args, Measure }: { connection: RecordConnection } & Pick<AnalyticsParts, 'args' | 'Measure'>,
): void {
  const { builder } = draft;
  const { graphql, summary, description, input } = records;
  if (!graphql || !('query' in graphql)) throw new Error(`${records.name} names no query of GraphQL.`);
  const { measure, kind } = input.shape;
  builder.queryField(graphql.query, (t) =>
    t.field({
      type: connection,
      nullable: true,
      description: `${summary}. ${description}`,
      args: {
        ...args,
        measure: t.arg({ type: Measure, required: true, description: measure.description }),
        kind: t.arg.string({ description: kind.description }),
        ...pageArguments(draft, 100),
      },
      resolve: (_, { first, after, ...filter }, context) =>
        shown(pageOf(records, context, { first, after, filter })),
    }),
  );
}

async function pageOf(records: CountedRecords, context: GraphqlContext, args: ConnectionArguments) {
  const page = await resolveConnection<RecordOfKind>(context, records, args);
  return { ...page, edges: page.edges.map(({ node, cursor }) => ({ node: ofKind(node), cursor })) };
}
