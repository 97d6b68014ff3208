import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The sources with one tenant condition taken out. */
export type Mutant = {
  /** From the root of the repository. */
  file: string;
  line: number;
  /** The condition, and what stands in its place. */
  from: string;
  to: string;
  /** From the condition to the end of the next line. */
  context: string;
  source: string;
};

/** What a statement or a filter of the entity manager says about its tenant; with the same parameters, nothing. */
const conditions: readonly { pattern: RegExp; to: (found: string) => string }[] = [
  {
    pattern: /(?:\b\w\.)?\bdeveloper_id = (?:\$1|\?)/g,
    to: (found) => `(${found.slice(-2).trim()}::uuid is not null)`,
  },
  { pattern: /\b\w\.developer_id = \w\.developer_id\b/g, to: () => 'true' },
  // Where the entity manager finds: `{ developerId, key }`, `{ id, developerId }`, `{ developerId }`.
  { pattern: /(?<=(?:find\w*|count)\((?:[\w.]+, )?(?:\n\s+)?\{ )developerId, /g, to: () => '' },
  { pattern: /(?<=find\w*\([\w.]+, \{ id), developerId(?= \})/g, to: () => '' },
  { pattern: /(?<=find\([\w.]+, \{) developerId (?=\})/g, to: () => '' },
  { pattern: /(?<=^\s+\{ )developerId, (?=deletedAt|\.\.\.)/gm, to: () => '' },
];

/** Every condition of the service, one at a time. */
export function mutantsOf(root: string): Mutant[] {
  const folder = path.join(root, 'packages/service/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource).sort();
  return files.flatMap((name) => {
    const source = readFileSync(path.join(folder, name), 'utf8');
    const file = path.join('packages/service/src', name);
    return conditions.flatMap(({ pattern, to }) =>
      [...source.matchAll(pattern)].map(({ 0: from, index }) => ({
        file,
        line: source.slice(0, index).split('\n').length,
        from,
        to: to(from),
        context: source.slice(index).split('\n', 2).join('\n'),
        source: source.slice(0, index) + to(from) + source.slice(index + from.length),
      })),
    );
  });
}

function isSource(name: string): boolean {
  // Migrations and repairs of rollups are run by operators, not by tenants.
  return /\.ts$/.test(name) && !/test|entity|migrations|verify-rollups/.test(name);
}
