import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { FirstRelease } from './001-first-release.ts';

export type Migrating = {
  /** Begins with its number. */
  name: `${number}-${string}`;
  class: Constructor<Migration>;
  /**
   * For a migration with which the release before would write or read wrong data. Its transaction also gives the table
   * of {@link RollupDeltaEntity} this name and raises the number that the database requires. Every statement that
   * records, folds or sums names that table, so those of older gateways fail from then on.
   */
  fence?: { from: string; to: string };
};

/** In order. Never change a released migration. */
export const migrations: readonly [Migrating, ...Migrating[]] = [
  { name: '001-first-release', class: FirstRelease },
];

export function numberOf(name: Migrating['name']): number {
  return Number.parseInt(name, 10);
}

/** Number of the newest schema that this version knows. */
export const schemaNumber = Math.max(...migrations.map(({ name }) => numberOf(name)));

/** Tables of earlier schemas that have another name in this version's. */
export const formerTables: readonly string[] = migrations.flatMap(({ fence }) => (fence ? [fence.from] : []));
