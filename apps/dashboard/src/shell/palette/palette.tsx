import { Combobox, Group, Loader, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { visible } from '../../format/visible.ts';
import { type Found, type FoundGroup, findOwn, findPages } from './find.ts';
import classes from './palette.module.css';

/** Typing pauses for so long before the server is asked. */
const SETTLES_AFTER = 200;

/**
 * Finds pages, and what the account has, by a part of a key or name, or by an id. Mantine's Spotlight tells screen readers nothing
 * of its results, so this is a combobox in a dialog. What was typed is gone once it closes.
 */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={600} yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Search onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const store = useCombobox({ opened: true });
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  // Enter opens what is found for the typed text, rather than for an earlier one.
  const [isEntered, setIsEntered] = useState(false);
  const text = typed.trim();
  const { groups, error, isCurrent } = useFound(text);
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ id }) => id === chosen) ?? (isCurrent ? items[0] : undefined);
  const idOf = (item: Found) => `${listId}-${items.indexOf(item)}`;
  const open = (item: Found | undefined) => {
    if (!item) return;
    onClose();
    void navigate(item.link);
  };
  const openFirst = useEffectEvent(() => open(items[0]));
  useEffect(() => {
    if (isEntered && isCurrent) openFirst();
  }, [isEntered, isCurrent]);
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
    event.preventDefault();
    const at = active ? items.indexOf(active) : -1;
    if (event.key === 'ArrowDown') setChosen(items[(at + 1) % items.length]?.id);
    else if (event.key === 'ArrowUp') setChosen(items.at(at <= 0 ? -1 : at - 1)?.id);
    else if (active) open(active);
    else setIsEntered(true);
  };
  return (
    <Combobox store={store} onOptionSubmit={(id) => open(items.find((item) => item.id === id))}>
      <TextInput
        data-autofocus
        variant="unstyled"
        size="lg"
        classNames={{ root: classes.field }}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={!isCurrent && <Loader size={16} aria-hidden />}
        placeholder="Search pages, keys, names and IDs"
        role="combobox"
        aria-label="Search"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosen(undefined);
          setIsEntered(false);
        }}
        onKeyDown={press}
      />
      <Combobox.Options id={listId} aria-label="Results" className={classes.results} aria-busy={!isCurrent}>
        {groups.map(({ label, items: found }) => (
          <Combobox.Group key={label} label={label}>
            {found.map((item) => (
              <Result key={item.id} item={item} id={idOf(item)} isActive={item === active} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <Text size="sm" c="dimmed" px="md" py={text ? 'xs' : 0} role="status">
        {error ? errorText(error) : text && isCurrent && resultText(items.length)}
      </Text>
    </Combobox>
  );
}

function Result({ item, id, isActive }: { item: Found; id: string; isActive: boolean }) {
  const { Icon, text, keyText } = item;
  return (
    <Combobox.Option value={item.id} id={id} selected={isActive} aria-selected={isActive}>
      <Group gap="sm" wrap="nowrap">
        <Icon size={18} aria-hidden style={{ flexShrink: 0 }} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" inherit truncate dir="auto" ta="left">
            {visible(text)}
          </Text>
          {keyText && (
            <Text size="xs" c={isActive ? 'inherit' : 'dimmed'} truncate dir="auto" ta="left">
              {visible(keyText)}
            </Text>
          )}
        </div>
      </Group>
    </Combobox.Option>
  );
}

/** The results for a text. Until the answer comes, `groups` has the results for the text before. */
function useFound(text: string) {
  const [asked] = useDebouncedValue(text, SETTLES_AFTER);
  const { data, error, isPlaceholderData, isPending } = useQuery({
    queryKey: ['search', asked],
    queryFn: asked ? ({ signal }) => findOwn({ text: asked, signal }) : skipToken,
    placeholderData: keepPreviousData,
  });
  const own = text && !error ? (data ?? []) : [];
  const groups = [findPages(text), ...own].filter(({ items }) => items.length > 0);
  return {
    groups: groups.toSorted((one, other) => Number(isExact(other, text)) - Number(isExact(one, text))),
    error: text ? error : null,
    isCurrent: !text || (asked === text && !isPlaceholderData && !isPending),
  };
}

/** Whether a group has the very key, name or id that was typed: it stands before the others. */
function isExact({ items }: FoundGroup, text: string): boolean {
  const wanted = text.toLowerCase();
  return items.some((item) => [item.text, item.keyText].some((each) => each?.toLowerCase() === wanted));
}

function resultText(count: number): string {
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 result' : `${count} results`;
}
