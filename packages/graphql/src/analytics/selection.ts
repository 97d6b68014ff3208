import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isObjectType,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';

/** A field that a document asks for, with what it asks for below it. */
export type Selection = {
  name: string;
  /** The alias, or the name without one. */
  key: string;
  args: Record<string, unknown>;
  fields: readonly Selection[];
};

/**
 * What is asked for below the field that is being resolved, as graphql-js itself will execute it: fragments written out,
 * `@skip` and `@include` applied, variables filled in, and fields of one response key merged. Without `__typename`.
 */
export function selectionsOf(info: GraphQLResolveInfo): Selection[] {
  const type = getNamedType(info.returnType);
  return isObjectType(type) ? below(info, type, info.fieldNodes) : [];
}

function below(
  info: GraphQLResolveInfo,
  type: GraphQLObjectType,
  parents: readonly FieldNode[],
): Selection[] {
  const { schema, fragments, variableValues } = info;
  const groups = collectSubfields(schema, fragments, variableValues, type, parents);
  return [...groups].flatMap(([key, nodes]) => {
    // Validation has made sure that all nodes of a key have the same arguments.
    const [node] = nodes;
    const field = node && type.getFields()[node.name.value];
    if (!field) return [];
    const inner = getNamedType(field.type);
    return {
      name: field.name,
      key,
      args: getArgumentValues(field, node, variableValues),
      fields: isObjectType(inner) ? below(info, inner, nodes) : [],
    };
  });
}
