import { hash } from 'node:crypto';

/** `shape`: names of the filters. */
export type ListConditions = { where: string[]; values: unknown[]; shape: string[] };

/** PostgreSQL truncates names to 63 bytes, hence the hash. */
export function statementName(prefix: string, shape: readonly string[]): string {
  return `${prefix}_${hash('sha256', shape.join(' '), 'hex').slice(0, 24)}`;
}
