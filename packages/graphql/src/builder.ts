import type { CallContext, PlanStep, Service } from '@outturn/service';
import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphQLParams } from 'graphql-yoga';

/** What resolvers see. */
export type GraphqlContext = {
  service: Service;
  call: CallContext;
  /** Headers of the answer. */
  headers: Record<string, string>;
  /** Of the request, when it came as one. */
  params?: Pick<GraphQLParams, 'extensions'>;
  /** How root fields were answered: what `extensions.plan` of the answer shows, when that of the request is true. */
  plans?: { path: (string | number)[]; statements: PlanStep[] }[];
  /** How often its mutations were begun, and how often they were replayed. */
  mutations?: { begun: number; replayed: number };
  /** Told how to end what is followed, for when nobody reads the answer. */
  onFollow?: (end: () => void) => void;
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

/** The types of the schema as Pothos completes them. */
export type Types = Builder['$inferSchemaTypes'];

/** A Pothos builder without any types but the roots. */
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
