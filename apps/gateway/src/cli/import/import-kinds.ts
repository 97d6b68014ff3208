import { type AnyRecordKind, recordKinds } from '@outturn/service';

/** A kind of record that files can hold. Each row is an input of its operation `record`. */
export type ImportKind = Pick<AnyRecordKind, 'name' | 'input' | 'output' | 'time'>;

/** The names of the kinds on the command line. */
export const importKindNames = recordKinds.map(({ name }) => name);

/** The kind of a name that the command line has checked. */
export function importKindOf(name: string): AnyRecordKind {
  const kind = recordKinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind of records called ${name}.`);
  return kind;
}
