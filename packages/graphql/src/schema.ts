import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './schema/scalars.ts';
import './schema/revenue.ts';

/** The schema of the GraphQL surface. */
export const schema: GraphQLSchema = builder.toSchema();
