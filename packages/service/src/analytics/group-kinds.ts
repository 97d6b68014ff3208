import type { RecordTable } from '../kinds/record-kind.ts';
import { recordColumns } from './dimensions.ts';
import { type Measure, tablesOf } from './measures.ts';
import type { GroupsInput, SliceInput } from './slice.schema.ts';

const everyKind = Object.keys(recordColumns) as RecordTable[];

/**
 * The kinds of records that make a group: all that any measure counts which is asked of the groups, however deep, so
 * that whatever is asked of groups adds up to the whole. Groups of which nothing is asked are those of all records.
 */
export function groupKinds(groups: GroupsInput): readonly RecordTable[] {
  const names = [...measuresOf(groups)];
  const kinds = new Set([...tablesOf(names), ...(hasFunnel(groups) ? (['goals'] as const) : [])]);
  // Every kind of record names sessions.
  return names.includes('sessions') || kinds.size === 0 ? everyKind : [...kinds];
}

function* measuresOf({
  totals = [],
  previous,
  series = {},
  by = {},
  ...rest
}: SliceInput & Partial<Pick<GroupsInput, 'orderBy'>>): Generator<Measure> {
  yield* totals;
  if (rest.orderBy && rest.orderBy.measure !== 'key') yield rest.orderBy.measure;
  for (const part of Object.values(series)) yield* part.totals ?? [];
  if (previous) yield* measuresOf(previous);
  for (const part of Object.values(by)) yield* measuresOf(part);
}

function hasFunnel({ funnel, by = {} }: SliceInput): boolean {
  return Object.keys(funnel ?? {}).length > 0 || Object.values(by).some(hasFunnel);
}
