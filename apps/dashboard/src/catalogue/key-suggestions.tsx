import { type ComboboxParsedItem, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { visible } from '../format/visible.ts';
import type { KnownKey } from '../kinds/search-keys.ts';
import type { Dimension } from '../where/filters.ts';
import { knownKeys } from './known-keys.ts';

/** Typing pauses for so long before the server is asked. */
const SETTLES_AFTER = 200;

/**
 * Props of a field that suggests keys by key or name, and shows both. It asks for nothing before it has the focus, and for what
 * is typed once typing pauses. Until the answer, it narrows the keys that it has.
 */
export function useKeySuggestions(sliceDimension: Dimension, typed: string) {
  const [isUsed, setIsUsed] = useState(false);
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, SETTLES_AFTER);
  const options = knownKeys(sliceDimension, asked);
  const { data: known = [] } = useQuery({
    ...options,
    enabled: isUsed,
    placeholderData: (earlier, before) => (before?.queryKey[1] === options.queryKey[1] ? earlier : undefined),
  });
  const byKey = new Map(known.map((each) => [each.key, each]));
  return {
    data: [...byKey.keys()],
    onFocus: () => setIsUsed(true),
    filter: ({ options }: { options: ComboboxParsedItem[] }) =>
      options.filter((option) => 'value' in option && hasText(byKey.get(option.value), text)),
    renderOption: ({ option: { value } }: { option: { value: string } }) => (
      <KeyOption keyText={value} name={byKey.get(value)?.name} />
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

/** Whether a key or its name has a text in it, in any case. */
function hasText(known: KnownKey | undefined, text: string): boolean {
  const wanted = text.toLowerCase();
  return [known?.key, known?.name].some((each) => each?.toLowerCase().includes(wanted));
}
