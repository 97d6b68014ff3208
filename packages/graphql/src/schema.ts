import { type Model, product, timelineOfEach } from '@outturn/service';
import type { GraphQLSchema } from 'graphql';
import { mountAnalytics } from './analytics/mount-analytics.ts';
import { newDraft } from './mount/schema-builder.ts';
import { mountOperations } from './schema/mount-operations.ts';
import { mountRelations } from './schema/relations.ts';
import { mountScalars } from './schema/scalars.ts';
import { mountTimeline, recordConnection } from './schema/timeline.ts';

/** Throws for a field whose schema has no GraphQL type. */
export function buildSchema(model: Model = product): GraphQLSchema {
  const draft = newDraft();
  mountScalars(draft);
  const mounted = mountOperations(draft, model);
  mountRelations(draft, mounted, model);
  const connection = recordConnection(draft, mounted);
  mountTimeline(draft, mounted, { connection, ofEach: timelineOfEach(model.kinds) });
  mountAnalytics(draft, model, connection);
  // Sorting would take half as long as building, and only the committed text needs an order.
  return draft.builder.toSchema({ sortSchema: false });
}

let built: GraphQLSchema | undefined;

/**
 * The schema of the product. It is built at its first use, because that takes a tenth of the start of a gateway, and many
 * gateways answer no document.
 */
export function ownSchema(): GraphQLSchema {
  built ??= buildSchema();
  return built;
}
