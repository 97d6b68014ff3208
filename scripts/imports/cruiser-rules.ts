import type { IForbiddenRuleType } from 'dependency-cruiser';
import type { Layers, PackageRule, Rules } from './import-rules.ts';

const ownFiles = '^(apps|packages)/';

/** Converts the rules for dependency-cruiser. */
export function forbidden({ packages, layers }: Rules): IForbiddenRuleType[] {
  return [
    { name: 'is part of a cycle', from: {}, to: { circular: true } },
    { name: 'is not found', from: {}, to: { couldNotResolve: true, path: '^(\\.|@outturn/)' } },
    {
      name: 'is in another package',
      from: { path: '^([^/]+/[^/]+)/' },
      to: { path: ownFiles, pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    ...Object.entries(packages).flatMap(([folder, rule]) => packageRules(folder, rule)),
    ...Object.entries(layers).flatMap(([folder, each]) => layerRules(folder, each)),
  ];
}

function packageRules(folder: string, { values, types = [], never }: PackageRule): IForbiddenRuleType[] {
  const from = { path: `^${folder}/` };
  const inPackages = (names: readonly string[]) => names.map((name) => `^packages/${name}/`);
  const libraries = never.filter((start) => start !== 'node:');
  return [
    {
      name: `is not for ${folder}`,
      from,
      to: { path: ownFiles, pathNot: [from.path, ...inPackages([...values, ...types])] },
    },
    ...(types.length > 0
      ? [
          {
            name: `is open to ${folder} for its types alone`,
            from,
            to: { path: inPackages(types), dependencyTypesNot: ['type-only' as const] },
          },
        ]
      : []),
    ...(libraries.length > 0
      ? [{ name: `is not for ${folder}`, from, to: { path: `(^|(^|/)node_modules/)(${any(libraries)})` } }]
      : []),
    ...(never.includes('node:')
      ? [{ name: `is not for ${folder}`, from, to: { dependencyTypes: ['core' as const] } }]
      : []),
  ];
}

function layerRules(folder: string, layers: Layers): IForbiddenRuleType[] {
  const levels = layers.map((level) => (typeof level === 'string' ? [level] : level));
  const inLayers = (names: readonly string[]) => `^${folder}/(${any(names)})(/|$)`;
  return [
    {
      name: `is imported by a file in no layer of ${folder}`,
      from: { path: `^${folder}/`, pathNot: inLayers(levels.flat()) },
      to: {},
    },
    ...levels.flatMap((names, level) =>
      names.map((layer) => ({
        name: `is not below ${layer}`,
        from: { path: inLayers([layer]) },
        to: { path: `^${folder}/`, pathNot: inLayers([layer, ...levels.slice(level + 1).flat()]) },
      })),
    ),
  ];
}

function any(texts: readonly string[]): string {
  return texts.map((text) => RegExp.escape(text)).join('|');
}
