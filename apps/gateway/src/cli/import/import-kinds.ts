import { type AnyRecordKind, recordKinds } from '@outturn/service';

/** Each row of a file is an input of the kind's operation `record`. */
export type ImportKind = Pick<AnyRecordKind, 'name' | 'input' | 'output' | 'time'>;

export const importKindNames = recordKinds.map(({ name }) => name);

export function importKindOf(name: string): AnyRecordKind {
  const kind = recordKinds.find((one) => one.name === name);
  if (!kind) throw new Error(`Unknown kind of records: ${name}.`);
  return kind;
}
