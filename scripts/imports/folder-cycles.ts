export type Import = { from: string; to: string };

/**
 * Cycles between folders at every depth: an import of `a/x/1.ts` by `a/y/2.ts` is an edge from `a/y` to `a/x`. The folder rule
 * of dependency-cruiser only covers the direct folder of a file.
 */
export function folderCycles(imports: readonly Import[]): string[] {
  const edges = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    const [from, to] = differingParts(each);
    const targets = edges.get(from) ?? new Map<string, Import>();
    edges.set(from, targets.set(to, targets.get(to) ?? each));
  }
  const files = new Set(imports.flatMap(({ from, to }) => [from, to]));
  const cycles = cyclesIn(edges).filter((cycle) => cycle.some((node) => !files.has(node)));
  return shortestApart(cycles).map((cycle) => describe(cycle, edges));
}

function differingParts({ from, to }: Import): [string, string] {
  const [a, b] = [from.split('/'), to.split('/')];
  const shared = a.findIndex((part, at) => part !== b[at]);
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')];
}

/** Returns at least one cycle per strongly connected component. The last node leads to the first. */
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

/** Returns only the shortest of cycles that share a node, because one import may close many. */
function shortestApart(cycles: readonly string[][]): string[][] {
  const reported = new Set<string>();
  return cycles
    .toSorted((a, b) => a.length - b.length)
    .filter((cycle) => {
      if (cycle.some((node) => reported.has(node))) return false;
      for (const node of cycle) reported.add(node);
      return true;
    });
}

function describe(cycle: readonly string[], edges: ReadonlyMap<string, ReadonlyMap<string, Import>>): string {
  const steps = cycle.map((node, at) => edges.get(node)?.get(cycle[at + 1] ?? cycle[0] ?? ''));
  const shown = steps.map((step) => step && `  ${step.from} imports ${step.to}`);
  return [`cycle of folders: ${cycle.join(' → ')}`, ...shown].join('\n');
}
