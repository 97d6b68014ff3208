import { Autocomplete } from '@mantine/core';
import { LONGEST_KEY } from '../kinds/search-keys.ts';
import type { Dimension } from '../where/filters.ts';
import { useKeySuggestions } from './key-suggestions.tsx';

type KeyInputProps = {
  label: string;
  value: string;
  dimension: Dimension;
  onType: (value: string) => void;
  onPick: (key: string) => void;
  /** Called when the value is a whole one. */
  onDone: (value: string) => void;
};

/** The looks of an input in a row of filters. */
export const filterLooks = { size: 'xs', w: { base: 'calc(50% - 5px)', xs: 108 } } as const;

/** Takes any key, and suggests known ones by key or name. */
export function KeyInput({ dimension, onType, onPick, onDone, ...props }: KeyInputProps) {
  const suggestions = useKeySuggestions(dimension, props.value);
  return (
    <Autocomplete
      {...filterLooks}
      {...props}
      {...suggestions}
      maxLength={LONGEST_KEY}
      onChange={onType}
      onBlur={() => onDone(props.value)}
      onKeyDown={({ key }) => key === 'Enter' && onDone(props.value)}
      onOptionSubmit={(key) => {
        onPick(key);
        onDone(key);
      }}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}
