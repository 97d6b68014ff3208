import { errorCatalogue, OutturnError, toOutturnError } from '@outturn/service';
import { GraphQLError } from 'graphql';

/**
 * Any error as the GraphQL surface shows it: our code in `extensions.code`. Errors of the document itself (syntax,
 * validation, variables) are `Invalid Request`; whatever is neither is `Server Error`.
 */
export function toGraphqlError(error: unknown): GraphQLError {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (original instanceof GraphQLError) return withCode(original, 'Invalid Request', original.message);
  const ours = findOutturnError(original) ?? toOutturnError(original);
  const located = error instanceof GraphQLError ? error : new GraphQLError(ours.message);
  return withCode(located, ours.code, ours.message, ours.details);
}

function findOutturnError(error: unknown): OutturnError | undefined {
  return error instanceof OutturnError ? error : undefined;
}

function withCode(
  { nodes, source, positions, path, extensions }: GraphQLError,
  code: OutturnError['code'],
  message: string,
  details?: OutturnError['details'],
): GraphQLError {
  const { http } = extensions;
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    extensions: {
      code,
      status: errorCatalogue[code].status,
      ...(details?.length && { details }),
      ...(http !== undefined && { http }),
    },
  });
}
