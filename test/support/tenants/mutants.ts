import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A source file without one tenant condition. */
export type Mutant = {
  /** From the root of the repository. */
  file: string;
  line: number;
  /** The condition, and its replacement. */
  from: string;
  to: string;
  /** From the condition to the end of the next line. */
  context: string;
  source: string;
};

/** Tenant conditions of statements and of entity manager filters, each with a replacement that keeps the parameters. */
const conditions: readonly { pattern: RegExp; to: (found: string) => string }[] = [
  {
    pattern: /(?:(?:\b\w\.)?\bdeveloper_id|(?:\b\w\.)?\$\{(?:\w+\.)?developerId\}) = (?:\$1|\?)/g,
    to: (found) => `(${found.slice(-2).trim()}::uuid is not null)`,
  },
  { pattern: /\b\w\.developer_id = (?:\w|\$\{\w+\})\.developer_id\b/g, to: () => 'true' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template in the source.
  { pattern: /\b(?:\w\.)?developer_id = \$\{HIDDEN_TENANT\}/g, to: () => '(${HIDDEN_TENANT} is not null)' },
  // Filters of the entity manager: `{ developerId, key }`, `{ id, developerId }`, `{ developerId }`.
  {
    pattern: /(?<=(?:find\w*|count|nativeUpdate)\((?:[\w.()]+, )?(?:\n\s+)?\{ )developerId, /g,
    to: () => '',
  },
  { pattern: /(?<=(?:find\w*|nativeUpdate)\([\w.]+, \{ id(?:: \w+)?), developerId(?= \})/g, to: () => '' },
  { pattern: /(?<=(?:find|count)\([\w.]+, \{) developerId (?=\})/g, to: () => '' },
  { pattern: /(?<=find\(\n\s+\w+,\n\s+\{\n\s+)developerId,\n\s+/g, to: () => '' },
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
      [...source.matchAll(pattern)]
        .filter(({ index }) => !isComment(source, index))
        .map(({ 0: from, index }) => ({
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

function isComment(source: string, index: number): boolean {
  return /^ *(\*|\/\*|\/\/)/.test(source.slice(source.lastIndexOf('\n', index) + 1));
}

function isSource(name: string): boolean {
  // Operators run migrations, checks and repairs, tenants do not.
  return /\.ts$/.test(name) && !/test|entity|migrations|verify-rollups|find-contradictions/.test(name);
}
