import path from 'node:path/posix';
import { parseSync, Visitor } from 'rolldown/utils';
import type { Layers, Rules } from './import-rules.ts';

type Import = { from: string; to: string; specifier: string; isType: boolean };

/** Tests may import anything. */
const source = /^(apps|packages)\/(?!.*\.(test|test-d|fixture|fire)\.).*\.tsx?$/;

/** Returns one message per fault. `files` has texts by their paths from the root of the repository. */
export function findFaults(files: ReadonlyMap<string, string>, { layers, never }: Rules): string[] {
  const sources = [...files].filter(([file]) => source.test(file));
  const imports = sources.flatMap(([file, text]) => importsOf(file, text));
  const own = imports.filter(({ from, to }) => from !== to && files.has(to));
  return [
    ...imports
      .filter(({ to, specifier }) => /^(\.|@outturn\/)/.test(specifier) && !files.has(to))
      .map((each) => `${show(each)}, which is not found`),
    ...own
      .filter(({ specifier }) => specifier.startsWith('.'))
      .filter(({ from, to }) => source.test(to) && packageOf(from) !== packageOf(to))
      .map((each) => `${show(each)}, which is in another package`),
    ...never.flatMap(({ imports: prefixes, in: packages, isForTypes = false }) =>
      imports
        .filter(({ from, isType }) => packages.includes(packageOf(from)) && !(isForTypes && isType))
        .filter(({ specifier }) => prefixes.some((prefix) => specifier.startsWith(prefix)))
        .map((each) => `${show(each)}, which is not for ${packageOf(each.from)}`),
    ),
    ...Object.entries(layers).flatMap(([folder, levels]) => layerFaults(own, folder, levels, files)),
    ...shortestCycle(own),
  ];
}

function importsOf(from: string, text: string): Import[] {
  const { program, errors } = parseSync(from, text);
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`);
  const imports: Import[] = [];
  const add = (node: { type: string; value?: unknown } | null, isType: boolean) => {
    // Exports of the file's own names have no source, and dynamic imports may compute theirs.
    if (typeof node?.value !== 'string') return;
    const specifier = node.value;
    const inRepository = specifier.replace(/^@outturn\/(.*)/, 'packages/$1/src/index.ts');
    const to = specifier.startsWith('.') ? path.join(path.dirname(from), specifier) : inRepository;
    imports.push({ from, to, specifier, isType });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, true),
  }).visit(program);
  return imports;
}

function layerFaults(
  imports: readonly Import[],
  folder: string,
  levels: Layers,
  files: ReadonlyMap<string, string>,
): string[] {
  const layerOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.split('/')[folder.split('/').length] : undefined;
  const levelOf = (layer: string) => levels.findIndex((level) => [level].flat().includes(layer));
  const present = new Set([...files.keys()].map(layerOf));
  const missing = levels.flat().filter((layer) => !present.has(layer));
  const wrong = imports.flatMap((each) => {
    const [upper, lower] = [layerOf(each.from), layerOf(each.to)];
    if (!upper || !lower || upper === lower) return [];
    const isBelow = levelOf(upper) >= 0 && levelOf(upper) < levelOf(lower);
    return isBelow ? [] : [`${show(each)}, which is not below ${upper}`];
  });
  return [...missing.map((layer) => `${folder}/${layer} is a layer, but does not exist`), ...wrong];
}

/**
 * The shortest cycle of files or folders, because one import may close many: an import of `a/x/1.ts` by `a/y/2.ts` is an edge
 * from `a/y` to `a/x`, and one of `a/x/2.ts` by `a/x/1.ts` an edge between the files.
 */
function shortestCycle(imports: readonly Import[]): string[] {
  const edges = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    const [from, to] = [each.from.split('/'), each.to.split('/')];
    const depth = from.findIndex((part, at) => part !== to[at]) + 1;
    const node = from.slice(0, depth).join('/');
    edges.set(node, (edges.get(node) ?? new Map()).set(to.slice(0, depth).join('/'), each));
  }
  const cycles = [...edges.keys()].map((node) => cycleThrough(node, edges));
  const [shortest] = cycles.filter((cycle) => cycle.length > 0).sort((a, b) => a.length - b.length);
  return shortest ? [['cycle:', ...shortest.map((each) => `  ${show(each)}`)].join('\n')] : [];
}

/** Searches breadth first. */
function cycleThrough(start: string, edges: ReadonlyMap<string, ReadonlyMap<string, Import>>): Import[] {
  const seen = new Set<string>();
  const paths: { end: string; steps: Import[] }[] = [{ end: start, steps: [] }];
  for (const { end, steps } of paths) {
    for (const [next, step] of edges.get(end) ?? []) {
      if (next === start) return [...steps, step];
      if (!seen.has(next)) paths.push({ end: next, steps: [...steps, step] });
      seen.add(next);
    }
  }
  return [];
}

function packageOf(file: string): string {
  return file.split('/', 2).join('/');
}

function show({ from, to }: Import): string {
  return `${from} imports ${to}`;
}
