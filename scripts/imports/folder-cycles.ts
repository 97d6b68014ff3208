export type Import = { from: string; to: string };

/**
 * Cycles between folders at every depth: the import of `a/x/1.ts` by `a/y/2.ts` leads from `a/y` to `a/x`, the parts in which
 * the two paths differ. dependency-cruiser's own rule for folders sees only the folder that holds the imported file.
 */
export function folderCycles(imports: readonly Import[]): string[] {
  const edges = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    const [from, to] = whereTheyPart(each);
    const targets = edges.get(from) ?? new Map<string, Import>();
    edges.set(from, targets.set(to, targets.get(to) ?? each));
  }
  const files = new Set(imports.flatMap(({ from, to }) => [from, to]));
  const cycles = cyclesIn(edges).filter((cycle) => cycle.some((node) => !files.has(node)));
  return shortestApart(cycles).map((cycle) => describe(cycle, edges));
}

function whereTheyPart({ from, to }: Import): [string, string] {
  const [a, b] = [from.split('/'), to.split('/')];
  const shared = a.findIndex((part, at) => part !== b[at]);
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')];
}

/** At least one cycle of each part of the graph that has any. The last node of a cycle leads to the first. */
function cyclesIn(edges: ReadonlyMap<string, ReadonlyMap<string, Import>>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string) => {
    const begin = path.indexOf(node);
    if (begin >= 0) cycles.push(path.slice(begin));
    if (begin >= 0 || done.has(node)) return;
    path.push(node);
    for (const next of edges.get(node)?.keys() ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of edges.keys()) visit(node);
  return cycles;
}

/** One import may close many cycles: of those that share a node, only the shortest. */
function shortestApart(cycles: readonly string[][]): string[][] {
  const told = new Set<string>();
  return cycles
    .toSorted((a, b) => a.length - b.length)
    .filter((cycle) => {
      if (cycle.some((node) => told.has(node))) return false;
      for (const node of cycle) told.add(node);
      return true;
    });
}

function describe(cycle: readonly string[], edges: ReadonlyMap<string, ReadonlyMap<string, Import>>): string {
  const steps = cycle.map((node, at) => edges.get(node)?.get(cycle[at + 1] ?? cycle[0] ?? ''));
  const shown = steps.map((step) => step && `  ${step.from} imports ${step.to}`);
  return [`cycle of folders: ${cycle.join(' → ')}`, ...shown].join('\n');
}
