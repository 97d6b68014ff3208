import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';

type Texts<Name extends string> = { [Each in Name]?: string | undefined };
/** The filters for the address: absent rather than empty, so that it has only what counts. */
type Changes = { [name: string]: string | undefined };

const SETTLES_AFTER = 350;

/**
 * The filters of a list while they are typed. Typing counts a moment later, but in a field with suggestions only when one is
 * picked, or with Enter or on leaving it: half a key would empty the list behind them. Links, Back and Forward fill the fields
 * anew; `given` has the filters of the address.
 */
export function useTypedFilters<Name extends string>(
  given: Texts<Name>,
  onChange: (changes: Changes) => void,
) {
  const [typed, setTyped] = useState(given);
  const [seen, setSeen] = useState(given);
  const [sent, setSent] = useState<Changes>(given);
  const picked = useRef(new Set<string>());
  // Keys of the address and of suggestions count as they are; typed text is trimmed.
  const changesTo = (next: Texts<Name>) =>
    toChanges(next, new Set([...picked.current, ...Object.values<string | undefined>(given)]));
  const send = (next: Texts<Name>) => {
    const changes = changesTo(next);
    setSent(changes);
    onChange(changes);
  };
  const settle = useDebouncedCallback(send, SETTLES_AFTER);
  const sendNow = (next: Texts<Name>) => {
    settle.cancel();
    send(next);
  };
  if (!isSame(seen, given)) {
    setSeen(given);
    if (!isSame(sent, given)) {
      settle.cancel();
      setTyped(given);
      setSent(given);
    }
  }
  return {
    typed,
    /** Typing that counts a moment later. */
    change: (name: Name, value: string) => {
      const next = { ...typed, [name]: value };
      setTyped(next);
      settle(next);
    },
    /** A choice that counts at once. */
    choose: (name: Name, value: string) => {
      const next = { ...typed, [name]: value };
      setTyped(next);
      sendNow(next);
    },
    /** Props of a field with suggestions. */
    keyInput: (name: Name) => ({
      value: typed[name] ?? '',
      onType: (value: string) => setTyped({ ...typed, [name]: value }),
      onPick: (key: string) => void picked.current.add(key),
      onDone: (value: string) => {
        const next = { ...typed, [name]: value };
        if (changesTo(next)[name] !== (given[name] || undefined)) sendNow(next);
      },
    }),
    clear: () => {
      const none = Object.fromEntries(Object.keys(typed).map((name) => [name, ''])) as Texts<Name>;
      setTyped(none);
      sendNow(none);
    },
  };
}

/** The filters as they count: texts without the space around them, and known keys as they are. */
export function toChanges(typed: Changes, known: ReadonlySet<string | undefined>): Changes {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value = '']) => {
      const text = known.has(value) ? value : value.trim();
      return [name, text || undefined];
    }),
  );
}

/** Whether two have the same filters; an empty one is none. */
export function isSame(one: Changes, other: Changes): boolean {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => (one[name] || '') === (other[name] || ''));
}
