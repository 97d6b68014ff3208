import { hash } from 'node:crypto';

/** Conditions on the rows of a list: SQL with its values, and the names of what is filtered, which tell statements apart. */
export type ListConditions = { where: string[]; values: unknown[]; shape: string[] };

/**
 * The name of a statement of some shape. PostgreSQL tells prepared statements apart by 63 bytes, and many filters make
 * longer names.
 */
export function statementName(prefix: string, shape: readonly string[]): string {
  return `${prefix}_${hash('sha256', shape.join(' '), 'hex').slice(0, 24)}`;
}
