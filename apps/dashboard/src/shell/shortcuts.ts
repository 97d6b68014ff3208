import { useLocalStorage } from '@mantine/hooks';
import { useEffectEvent, useLayoutEffect } from 'react';
import { focusNextRow, peekAtRow } from './rows.ts';

type Actions = { onSearch: () => void; onHelp: () => void; onBack: () => void };

const FIELDS = 'input, textarea, select, [contenteditable], [role=combobox], [role=slider]';
const OVERLAYS = '[role=dialog], [role=menu], [role=listbox]';

/** Whether keys of a single character act. The choice is kept in the browser (WCAG 2.1.4: people can turn them off). */
export function useSingleKeys(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useLocalStorage({
    key: 'outturn-single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [isOn, setIsOn];
}

/** Keys that act on every page, unless a field, a dialog or a menu has the focus. */
export function useShortcuts({ onSearch, onHelp, onBack }: Actions): void {
  const [hasSingleKeys] = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isCommand && event.key.toLowerCase() === 'k') {
      // The browser would search the web.
      event.preventDefault();
      if (!isBelowOverlay(event)) onSearch();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isBelowOverlay(event) || isIn(event, FIELDS))
      return;
    if (event.key === 'Escape') {
      if (!event.repeat) onBack();
      return;
    }
    if (!hasSingleKeys) return;
    const act = {
      '/': onSearch,
      '?': onHelp,
      j: () => focusNextRow(1),
      k: () => focusNextRow(-1),
      ' ': peekAtRow,
    };
    const isDone = Object.hasOwn(act, event.key) && act[event.key as keyof typeof act]() !== false;
    if (isDone) event.preventDefault();
  });
  // Before the listeners of dialogs, whose effects follow: one that Escape has closed is then still there.
  useLayoutEffect(() => {
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}

function isBelowOverlay(event: KeyboardEvent): boolean {
  return (
    isIn(event, OVERLAYS) || [...document.querySelectorAll(OVERLAYS)].some((each) => each.checkVisibility())
  );
}

function isIn({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
