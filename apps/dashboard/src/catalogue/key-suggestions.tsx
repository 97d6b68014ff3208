import { Text } from '@mantine/core';
import { visible } from '../format/visible.ts';
import type { KnownKey } from './known-keys.ts';

/** Props of a field that suggests known keys: it finds them by key or name and shows both. */
export function keySuggestions(known: readonly KnownKey[]) {
  return {
    data: known.map(({ key }) => key),
    filter: ({ search, limit }: { search: string; limit: number }) =>
      keysMatching(known, search, limit).map((key) => ({ value: key, label: key })),
    renderOption: ({ option: { value } }: { option: { value: unknown } }) => (
      <KeyOption keyText={String(value)} name={known.find(({ key }) => key === value)?.name} />
    ),
  };
}

function KeyOption({ keyText, name }: { keyText: string; name: string | null | undefined }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" truncate dir="auto" ta="left">
        {visible(name || keyText)}
      </Text>
      {name && (
        <Text size="xs" c="dimmed" truncate dir="auto" ta="left">
          {visible(keyText)}
        </Text>
      )}
    </div>
  );
}

/** Keys that contain the search, or whose name does, in any case. */
function keysMatching(known: readonly KnownKey[], search: string, limit: number): string[] {
  const wanted = search.trim().toLowerCase();
  const found = known.filter(({ key, name }) =>
    [key, name ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
  return found.slice(0, limit).map(({ key }) => key);
}
