import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { RenameKey } from './rename-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import type { ApiKey } from './use-api-keys.ts';

type Action = 'rename' | 'rotate' | 'revoke';

/** The actions on a usable key. */
export function ApiKeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const [action, setAction] = useState<Action>();
  const target = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAction(undefined);
    // A dialog would return the focus to the menu item, which is removed.
    target.current?.focus();
  };
  const dialog = (own: Action) => ({ apiKey, isOpen: action === own, onClose: close });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={target} variant="subtle" color="gray" aria-label={`Actions for ${apiKey.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAction('rename')}>
            Rename
          </Menu.Item>
          {apiKey.rotatedAt === null && (
            <Menu.Item
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => setAction('rotate')}
            >
              Rotate
            </Menu.Item>
          )}
          <Menu.Item
            color="var(--outturn-bad)"
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() => setAction('revoke')}
          >
            Revoke
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RenameKey {...dialog('rename')} />
      <RotateKey {...dialog('rotate')} />
      <RevokeKey {...dialog('revoke')} />
    </>
  );
}
