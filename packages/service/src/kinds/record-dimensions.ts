import type { RecordDimension, RecordKind } from './record-kind.ts';

/** The column of the dimension whose members rollups of this cut keep apart. */
export function columnOfCut(
  { dimensions }: RecordKind,
  cut: NonNullable<RecordDimension['cut']>,
): string | undefined {
  return dimensions.find((dimension) => dimension.cut === cut)?.column;
}

export function columnOfDimension({ dimensions }: RecordKind, table: string): string | undefined {
  return dimensions.find((dimension) => dimension.table === table)?.column;
}

export function rememberedBy({ remembers = [] }: RecordDimension, { dimensions }: RecordKind) {
  return dimensions.filter(({ table }) => remembers.some((other) => other.table === table));
}

/** One lock order prevents deadlocks: dimensions that remember others come last. */
export function inLockingOrder(dimensions: readonly RecordDimension[]): RecordDimension[] {
  const level = ({ remembers = [] }: RecordDimension) => (remembers.length > 0 ? 1 : 0);
  return dimensions.toSorted((a, b) => level(a) - level(b) || (a.table < b.table ? -1 : 1));
}
