import { ActionIcon, Button, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

/** The keys that open the search, as the keyboard of the visitor names them. */
export const searchKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** Opens the search; on a phone it is an icon. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const props = { variant: 'default', 'aria-keyshortcuts': 'Control+K Meta+K /', onClick };
  return (
    <>
      <Button
        {...props}
        visibleFrom="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Text size="xs">{searchKeys}</Text>}
        c="dimmed"
        fw={400}
        px="sm"
      >
        Search…
      </Button>
      <ActionIcon {...props} aria-label="Search" hiddenFrom="sm" size="lg">
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
