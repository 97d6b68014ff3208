import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isObjectType,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';

export type Selection = {
  name: string;
  key: string;
  args: Record<string, unknown>;
  fields: readonly Selection[];
};

/**
 * The selection below a field as graphql-js executes it: fragments, `@skip`, `@include` and variables applied, fields of
 * one key merged, no `__typename`.
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
    // Validation ensures that nodes of one key have the same arguments.
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
