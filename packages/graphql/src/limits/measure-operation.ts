import { OutturnError } from '@outturn/service';
import type {
  DirectiveNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
} from 'graphql';

/** Counts of a selection as if all fragments were written out. */
export type Size = { depth: number; fields: number; aliases: number; directives: number };

type Fragments = {
  byName: ReadonlyMap<string, FragmentDefinitionNode>;
  /**
   * Those measured so far. Undefined while a fragment is being measured, so that one that contains itself is noticed.
   */
  sizes: Map<string, Size | undefined>;
};

/**
 * Measures the operations of a document, with fragments written out. Each fragment is measured once and its size
 * added wherever it is spread, so the time is linear in the length of the document, even where the written out
 * document would be exponential.
 *
 * It runs before validation, whose recursion a fragment that contains itself would exhaust; here this throws `Invalid
 * Request`. Other faults are left for validation: fragments may be missing.
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

/** The size of a node with everything below it. */
function sizeOf(
  node: OperationDefinitionNode | FragmentDefinitionNode | SelectionNode,
  fragments: Fragments,
): Size {
  const own = ownSize(node);
  const below = node.kind === 'FragmentSpread' ? fragmentSize(node.name.value, fragments) : undefined;
  const inner = below ?? sum((selectionsOf(node) ?? []).map((selection) => sizeOf(selection, fragments)));
  // Introspection is deep by nature. Its depth is left out here, and a validation rule of graphql-js bounds it.
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
  // Validation compares each unknown spread with the others, so they are counted like fields.
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
    // Execution, too, takes a fragment that is spread twice in one place only once.
    if (seen.has(selection.name.value)) return 0;
    seen.add(selection.name.value);
    return count(byName.get(selection.name.value)?.selectionSet.selections ?? []);
  };
  return count(operation.selectionSet.selections);
}
