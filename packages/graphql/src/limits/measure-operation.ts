import { OutturnError } from '@outturn/service';
import type {
  DirectiveNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
} from 'graphql';

/** How large an operation is once its fragments are written out. */
export type Size = { depth: number; fields: number; aliases: number; directives: number };

type Fragments = {
  byName: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Undefined while a fragment is being measured. */
  sizes: Map<string, Size | undefined>;
};

/**
 * The sizes of the operations of a document, each with the number of its root fields. Takes time linear in the document,
 * however often a fragment is used: every fragment is measured once. It comes before validation, so fragments may be
 * missing; that is left to validation. Throws `Invalid Request` when one contains itself, because the validation rule
 * about overlapping fields exhausts the stack on a hundred of those.
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

/** Of an operation, a fragment, a field or a spread, with all that is below it. */
function sizeOf(
  node: OperationDefinitionNode | FragmentDefinitionNode | SelectionNode,
  fragments: Fragments,
): Size {
  const own = ownSize(node);
  const below = node.kind === 'FragmentSpread' ? fragmentSize(node.name.value, fragments) : undefined;
  const inner = below ?? sum((selectionsOf(node) ?? []).map((selection) => sizeOf(selection, fragments)));
  // Introspection is deep by nature; a validation rule of graphql-js bounds it.
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
  // Validation compares each of them with every other.
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
    // As in execution, a fragment that is spread twice in the same place counts once.
    if (seen.has(selection.name.value)) return 0;
    seen.add(selection.name.value);
    return count(byName.get(selection.name.value)?.selectionSet.selections ?? []);
  };
  return count(operation.selectionSet.selections);
}
