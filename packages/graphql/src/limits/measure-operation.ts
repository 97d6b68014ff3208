import { OutturnError } from '@outturn/service';
import type {
  DirectiveNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
} from 'graphql';

/** With fragments written out. */
export type Size = { depth: number; fields: number; aliases: number; directives: number };

type Fragments = {
  byName: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Undefined during its measurement. */
  sizes: Map<string, Size | undefined>;
};

/**
 * Measures each fragment once, so time is linear in the document. Runs before validation, which exhausts the stack on
 * fragments that contain themselves: these throw `Invalid Request`. Fragments may be missing.
 */
export function measureOperations({ definitions }: DocumentNode): (Size & { rootFields: number })[] {
  const fragmentNodes = definitions.filter((node) => node.kind === 'FragmentDefinition');
  const fragments: Fragments = {
    byName: new Map(fragmentNodes.map((node) => [node.name.value, node])),
    sizes: new Map(),
  };
  for (const name of fragments.byName.keys()) fragmentSize(name, fragments);
  return definitions
    .filter((node) => node.kind === 'OperationDefinition')
    .map((operation) => ({
      ...sizeOf(operation, fragments),
      rootFields: countRootFields(operation, fragments),
    }));
}

const empty: Size = { depth: 0, fields: 0, aliases: 0, directives: 0 };

/** Includes everything below the node. */
function sizeOf(
  node: OperationDefinitionNode | FragmentDefinitionNode | SelectionNode,
  fragments: Fragments,
): Size {
  const own = ownSize(node);
  const below = node.kind === 'FragmentSpread' ? fragmentSize(node.name.value, fragments) : undefined;
  const inner = below ?? sum((selectionsOf(node) ?? []).map((selection) => sizeOf(selection, fragments)));
  // Introspection is deep; a validation rule of graphql-js bounds it.
  const isIntrospection = node.kind === 'Field' && node.name.value.startsWith('__');
  return { ...sum([own, inner]), depth: own.depth + (isIntrospection ? 0 : inner.depth) };
}

function ownSize(node: { kind: string; alias?: unknown; directives?: readonly DirectiveNode[] }): Size {
  const isField = node.kind === 'Field';
  return {
    depth: isField ? 1 : 0,
    fields: isField ? 1 : 0,
    aliases: isField && node.alias ? 1 : 0,
    directives: node.directives?.length ?? 0,
  };
}

function fragmentSize(name: string, fragments: Fragments): Size {
  const known = fragments.sizes.get(name);
  if (known) return known;
  const node = fragments.byName.get(name);
  // Validation compares unknown spreads with each other.
  if (!node) return { ...empty, fields: 1 };
  if (fragments.sizes.has(name)) {
    throw new OutturnError('Invalid Request', { message: `The fragment ${name} contains itself.` });
  }
  fragments.sizes.set(name, undefined);
  const size = sizeOf(node, fragments);
  fragments.sizes.set(name, size);
  return size;
}

function sum(sizes: readonly Size[]): Size {
  return sizes.reduce(
    (total, size) => ({
      depth: Math.max(total.depth, size.depth),
      fields: total.fields + size.fields,
      aliases: total.aliases + size.aliases,
      directives: total.directives + size.directives,
    }),
    empty,
  );
}

function selectionsOf(
  node: OperationDefinitionNode | FragmentDefinitionNode | SelectionNode,
): readonly SelectionNode[] | undefined {
  return 'selectionSet' in node ? node.selectionSet?.selections : undefined;
}

function countRootFields(operation: OperationDefinitionNode, { byName }: Fragments): number {
  const seen = new Set<string>();
  const count = (selections: readonly SelectionNode[]): number =>
    selections.reduce((total, selection) => total + countOne(selection), 0);
  const countOne = (selection: SelectionNode): number => {
    if (selection.kind === 'Field') return 1;
    if (selection.kind === 'InlineFragment') return count(selection.selectionSet.selections);
    // Like execution, counts repeated spreads in one place once.
    if (seen.has(selection.name.value)) return 0;
    seen.add(selection.name.value);
    return count(byName.get(selection.name.value)?.selectionSet.selections ?? []);
  };
  return count(operation.selectionSet.selections);
}
