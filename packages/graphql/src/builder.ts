import type { CallContext, PlanStep, Service } from '@outturn/service';
import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphQLParams } from 'graphql-yoga';

export type GraphqlContext = {
  service: Service;
  call: CallContext;
  headers: Record<string, string>;
  /** Absent where no GraphQL request came. */
  params?: Pick<GraphQLParams, 'extensions'>;
  /** Shown as `extensions.plan` on request. */
  plans?: { path: (string | number)[]; statements: PlanStep[] }[];
  mutations?: { begun: number; replayed: number };
  /** Receives the function that ends a subscription, for clients that disconnect. */
  onFollow?: (end: () => void) => void;
  /** Ends the stream without `complete`, after which client libraries would not subscribe again. */
  breakOff?: () => void;
};

export type SchemaTypes = {
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
  DefaultEdgesNullability: false;
  Scalars: {
    Count: { Input: number; Output: number };
    DateTime: { Input: string; Output: string };
    DayOrInstant: { Input: string; Output: string };
    Decimal: { Input: string; Output: string };
    ID: { Input: string; Output: string };
    JSONObject: { Input: Record<string, unknown>; Output: Record<string, unknown> };
    Metadata: { Input: Record<string, unknown>; Output: Record<string, unknown> };
  };
};

export type Builder = ReturnType<typeof newBuilder>;

export type Types = Builder['$inferSchemaTypes'];

export function newBuilder() {
  const builder = new SchemaBuilder<SchemaTypes>({
    plugins: [RelayPlugin],
    relay: {
      nodesOnConnection: { description: 'The records themselves, for readers who need no cursor of each.' },
      edgesFieldOptions: { description: 'Records with their cursors.' },
      cursorFieldOptions: { description: 'Where this record is in the list; `after` continues behind it.' },
    },
    defaultFieldNullability: false,
  });
  builder.queryType({});
  builder.mutationType({});
  builder.subscriptionType({});
  return builder;
}
