import {
  type DocumentEngine,
  invalidRequest,
  type OutturnError,
  type StoredDocument,
} from '@outturn/service';
import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  specifiedRules,
  type ValidationRule,
  validate,
  visit,
} from 'graphql';
import type { GraphqlContext } from './builder.ts';
import { parseWithinLimits } from './limits/document-limits.ts';
import { ownSchema } from './schema.ts';
import { failureOfDocument, toGraphqlError, unexpectedCause } from './wire-error.ts';

type DocumentOptions = {
  /** Defaults to the product's. */
  schema?: GraphQLSchema;
  /** Allows introspection. */
  isDevelopment: boolean;
  /** Receives errors of this surface, which callers see as `Server Error`. */
  onUnexpectedError?: (cause: unknown) => void;
};

/** A report that runs reports could run itself. */
const RUN_REPORT = 'runReport';

export function createDocumentEngine({
  schema: givenSchema,
  isDevelopment,
  onUnexpectedError,
}: DocumentOptions): DocumentEngine {
  const rules = isDevelopment ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const schemaOf = () => givenSchema ?? ownSchema();
  return {
    check(stored) {
      readQuery(stored, { schema: schemaOf(), rules });
    },
    async run(stored, { service, call }) {
      const schema = schemaOf();
      const { document } = readQuery(stored, { schema, rules });
      const contextValue: GraphqlContext = { service, call, headers: {} };
      const { data = null, errors } = await execute({
        schema,
        document,
        contextValue,
        variableValues: stored.variables,
      });
      if (errors) report(errors, onUnexpectedError);
      const failure = errors && failureOfDocument(data, errors);
      if (failure) throw failure;
      return { data, ...(errors && { errors: errors.map(shown) }) };
    },
  };
}

/** Given variables must have their types; others may follow later. */
function readQuery(
  { document: text, variables }: StoredDocument,
  { schema, rules }: { schema: GraphQLSchema; rules: readonly ValidationRule[] },
): { document: DocumentNode } {
  const document = parseChecked(text);
  const problems = validate(schema, document, rules);
  if (problems[0]) throw refused('document', problems[0].message);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!operation || operations.length > 1) throw refused('document', 'must have exactly one operation');
  if (operation.operation !== 'query') throw refused('document', 'must be a query');
  visit(document, {
    Field({ name }) {
      if (name.value === RUN_REPORT) throw refused('document', 'must not run another report');
    },
  });
  checkVariables(schema, operation, variables);
  return { document };
}

function parseChecked(text: string): DocumentNode {
  try {
    return parseWithinLimits(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [place] = error.locations ?? [];
    throw refused('document', `has a ${error.message}${place ? ` in line ${place.line}` : ''}`);
  }
}

function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const definitions = operation.variableDefinitions ?? [];
  const known = new Set(definitions.map(({ variable }) => variable.name.value));
  const unknown = Object.keys(variables).find((name) => !known.has(name));
  if (unknown !== undefined) throw refused(`variables.${unknown}`, 'is not a variable of the document');
  const given = definitions.filter(({ variable }) => Object.hasOwn(variables, variable.name.value));
  const { errors } = getVariableValues(schema, given, variables);
  if (errors?.[0]) throw refused('variables', `do not fit: ${errors[0].message}`);
}

function refused(field: string, message: string): OutturnError {
  return invalidRequest([{ field, message }]);
}

function report(errors: readonly GraphQLError[], onUnexpectedError?: (cause: unknown) => void): void {
  for (const error of errors) {
    const cause = unexpectedCause(error);
    if (cause !== undefined) onUnexpectedError?.(cause);
  }
}

function shown(error: GraphQLError) {
  const { message, path, extensions } = toGraphqlError(error);
  return { message, code: String(extensions.code), ...(path && { path }) };
}
