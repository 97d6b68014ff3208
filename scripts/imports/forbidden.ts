import type { IForbiddenRuleType } from 'dependency-cruiser';
import type { Layers, PackageRule, Rules } from './layers.ts';

const ownFiles = '^(apps|packages)/';

/** The rules in the form that dependency-cruiser reads. */
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
    ...Object.entries(layers).flatMap(([folder, rooms]) => layerRules(folder, rooms)),
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
  const inRooms = (rooms: readonly string[]) => `^${folder}/(${any(rooms)})(/|$)`;
  return [
    {
      name: `a file in no room of ${folder} imports`,
      from: { path: `^${folder}/`, pathNot: inRooms(levels.flat()) },
      to: {},
    },
    ...levels.flatMap((rooms, level) =>
      rooms.map((room) => ({
        name: `is not below ${room}`,
        from: { path: inRooms([room]) },
        to: { path: `^${folder}/`, pathNot: inRooms([room, ...levels.slice(level + 1).flat()]) },
      })),
    ),
  ];
}

function any(texts: readonly string[]): string {
  return texts.map((text) => RegExp.escape(text)).join('|');
}
