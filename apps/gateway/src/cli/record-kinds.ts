import { type AnyRecordKind, recordKinds } from '@outturn/service';

/** Rows are inputs of the operation `record`. */
export type ImportKind = Pick<
  AnyRecordKind,
  'name' | 'slug' | 'input' | 'output' | 'time' | 'idOfShownKey' | 'columnNames' | 'refunds'
>;

export const importKindNames = recordKinds.map(({ name }) => name);

export function importKindOf(name: string): AnyRecordKind {
  const kind = recordKinds.find((one) => one.name === name);
  if (!kind) throw new Error(`Unknown kind of records: ${name}.`);
  return kind;
}
