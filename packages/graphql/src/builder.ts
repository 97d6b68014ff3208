import type { CallContext, PlanStep, Service } from '@outturn/service';
import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphQLParams } from 'graphql-yoga';

export type GraphqlContext = {
  service: Service;
  call: CallContext;
  headers: Record<string, string>;
  /** Absent where the document did not come by a request, as in a report. */
  params?: Pick<GraphQLParams, 'extensions'>;
  /** Plans of statements, which the answer shows as `extensions.plan` if the request asks for it. */
  plans?: { path: (string | number)[]; statements: PlanStep[] }[];
  /** How many mutations of the document have begun, and how many of them were replays. */
  mutations?: { begun: number; replayed: number };
  /** Gets the function that ends a subscription, to be called when the client disconnects. */
  onFollow?: (end: () => void) => void;
  /**
   * Ends the stream without the last message of the protocol. After that message client libraries would not subscribe
   * again.
   */
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
