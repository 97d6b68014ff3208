import type { CallContext, Service } from '@outturn/service';
import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';

/** What resolvers see. `replayed` becomes the header `Idempotent-Replayed`. */
export type GraphqlContext = { service: Service; call: CallContext; answer: { replayed: boolean } };

export type SchemaTypes = {
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
  Scalars: {
    Decimal: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    ID: { Input: string; Output: string };
  };
};

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [RelayPlugin],
  relay: {},
  defaultFieldNullability: false,
});

builder.queryType({});
builder.mutationType({});
