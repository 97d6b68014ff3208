import { useState } from 'react';
import { type Group, groupNamedBy, groupNames } from '../catalogue/groups.ts';
import { type KeyedRow, keyText, sharedTexts } from '../catalogue/key-text.ts';
import { useNames } from '../catalogue/use-names.ts';
import type { RecordFields } from './fetch-records.ts';

export type NamedMember = { group: Group; row: KeyedRow; withKey: boolean };

/** Names the members that fields of these records hold keys of, with the key where the name is not unique. */
export function useRecordNames(records: readonly RecordFields[] | undefined): {
  memberOf: (field: string, value: unknown) => NamedMember | undefined;
  /** Whether the first records have their names. Those of later records may follow. */
  isReady: boolean;
} {
  const wanted = new Map<Group, Set<string>>(groupNames.map((group) => [group, new Set()]));
  for (const record of records ?? []) {
    for (const [field, value] of Object.entries(record)) {
      const group = groupNamedBy(field);
      if (group && typeof value === 'string') wanted.get(group)?.add(value);
    }
  }
  const { nameOf, isReady: hasNames } = useNames(
    Object.fromEntries([...wanted].map(([group, keys]) => [group, [...keys]])),
  );
  const [isReady, setIsReady] = useState(false);
  if (records && hasNames && !isReady) setIsReady(true);
  const rowOf = (group: Group, key: string) => ({ key, label: nameOf(group, key), isOther: false });
  const shared = new Map(
    [...wanted].map(([group, keys]) => [
      group,
      sharedTexts(
        [...keys].map((key) => rowOf(group, key)),
        '',
      ),
    ]),
  );
  const memberOf = (field: string, value: unknown) => {
    const group = groupNamedBy(field);
    if (!group || typeof value !== 'string') return undefined;
    const row = rowOf(group, value);
    return { group, row, withKey: shared.get(group)?.has(keyText(row, '')) ?? false };
  };
  return { memberOf, isReady };
}
