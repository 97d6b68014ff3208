import { useState } from 'react';
import { type KeyedRow, keyText, sharedTexts } from '../catalogue/key-text.ts';
import { useNames } from '../catalogue/use-names.ts';
import { type Dimension, dimensionNamedBy, dimensionNames } from '../kinds/dimensions.ts';

export type NamedMember = { dimension: Dimension; row: KeyedRow; withKey: boolean };

/** Names the members that fields of these records hold keys of, with the key where the name is not unique. */
export function useRecordNames(records: readonly object[] | undefined): {
  memberOf: (field: string, value: unknown) => NamedMember | undefined;
  /** Whether the first records have their names. Those of later records may follow. */
  isReady: boolean;
} {
  const wanted = new Map<Dimension, Set<string>>(dimensionNames.map((dimension) => [dimension, new Set()]));
  for (const record of records ?? []) {
    for (const [field, value] of Object.entries(record)) {
      const dimension = dimensionNamedBy(field);
      if (dimension && typeof value === 'string') wanted.get(dimension)?.add(value);
    }
  }
  const { nameOf, isReady: hasNames } = useNames(
    Object.fromEntries([...wanted].map(([dimension, keys]) => [dimension, [...keys]])),
  );
  const [isReady, setIsReady] = useState(false);
  if (records && hasNames && !isReady) setIsReady(true);
  const rowOf = (dimension: Dimension, key: string) => ({
    key,
    label: nameOf(dimension, key),
    isOther: false,
  });
  const shared = new Map(
    [...wanted].map(([dimension, keys]) => [
      dimension,
      sharedTexts(
        [...keys].map((key) => rowOf(dimension, key)),
        '',
      ),
    ]),
  );
  const memberOf = (field: string, value: unknown) => {
    const dimension = dimensionNamedBy(field);
    if (!dimension || typeof value !== 'string') return undefined;
    const row = rowOf(dimension, value);
    return { dimension, row, withKey: shared.get(dimension)?.has(keyText(row, '')) ?? false };
  };
  return { memberOf, isReady };
}
