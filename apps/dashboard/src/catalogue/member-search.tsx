import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { LONGEST_KEY } from '../kinds/search-keys.ts';

type MemberSearchProps = {
  /** The members that are searched, such as `agents`. */
  of: string;
  /** The text of the address. */
  value: string;
  onChange: (text: string) => void;
};

const SETTLES_AFTER = 250;

/** A field that finds members by a part of their key or name. Typing counts a moment later; links and Back fill it anew. */
export function MemberSearch({ of, value, onChange }: MemberSearchProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const send = (next: string) => {
    setSent(next.trim());
    onChange(next.trim());
  };
  const settle = useDebouncedCallback(send, SETTLES_AFTER);
  if (seen !== value) {
    setSeen(value);
    if (sent !== value) {
      settle.cancel();
      setText(value);
      setSent(value);
    }
  }
  return (
    <TextInput
      aria-label={`Search ${of}`}
      placeholder="Search by key or name"
      w={{ base: '100%', xs: 280 }}
      maxLength={LONGEST_KEY}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              settle.cancel();
              setText('');
              send('');
            }}
          />
        )
      }
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        settle(currentTarget.value);
      }}
    />
  );
}
