import { type GraphQLSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';
import './schema/scalars.ts';
import './schema/things.ts';
import './schema/relations.ts';
import './schema/timeline.ts';
import './schema/report.ts';
import './analytics/analytics-field.ts';
import './analytics/analytics-subscription.ts';

/** The schema of the GraphQL surface. */
export const schema: GraphQLSchema = builder.toSchema();

/** The schema in its own language, as it is committed in `schema.graphql`. */
export const printedSchema = `${printSchema(schema)}\n`;
