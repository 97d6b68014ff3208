import { type AnyRecordKind, recordKinds, timelineOfEach } from '@outturn/service';
import { type GraphQLSchema, printSchema } from 'graphql';
import { mountAnalytics } from './analytics/mount-analytics.ts';
import { newDraft } from './mount/schema-builder.ts';
import { mountThings } from './schema/mounted-groups.ts';
import { mountRelations } from './schema/relations.ts';
import { mountReports } from './schema/report.ts';
import { mountScalars } from './schema/scalars.ts';
import { mountTimeline } from './schema/timeline.ts';

/** Throws for a field whose schema has no GraphQL type. */
export function buildSchema(kinds: readonly AnyRecordKind[] = recordKinds): GraphQLSchema {
  const draft = newDraft();
  mountScalars(draft);
  const things = mountThings(draft, kinds);
  mountRelations(draft, things);
  mountTimeline(draft, things, timelineOfEach(kinds));
  mountReports(draft);
  mountAnalytics(draft);
  return draft.builder.toSchema();
}

export const schema = buildSchema();

/** As committed in `schema.graphql`. */
export const printedSchema = `${printSchema(schema)}\n`;
