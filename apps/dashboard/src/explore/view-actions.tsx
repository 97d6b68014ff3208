import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconDeviceFloppy,
  IconDots,
  IconFilePlus,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, trpc } from '../api/client.ts';
import { tell, tellTrouble } from '../feedback/tell.ts';
import { useCopy } from '../feedback/use-copy.ts';
import { isolated } from '../format/visible.ts';
import { DeleteView } from './delete-view.tsx';
import { RenameView, SaveView } from './name-view.tsx';
import { renewViews } from './renew-views.ts';
import { toGraphql } from './to-graphql.ts';
import { isSameView, type View } from './view.ts';

type ViewActionsProps = {
  /** The question of the page. */
  view: View;
  /** The view that it was opened from, as it is saved. */
  saved: Outputs['reports']['get'] | undefined;
  /** Gets the name of the view that the page shows from then on. */
  onNamed: (name: string | undefined) => void;
};

/** Saves the question of the page as a view, and changes the view that is open. */
export function ViewActions({ view, saved, onNamed }: ViewActionsProps) {
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  const { copied, copy } = useCopy(() => toGraphql(view.question));
  const save = useMutation(
    trpc.reports.save.mutationOptions({
      onSuccess: async (renewed) => {
        await renewViews({ view: renewed });
        tell(`Saved “${isolated(renewed.name)}”.`);
      },
      onError: tellTrouble,
    }),
  );
  const icon = { size: 16, 'aria-hidden': true };
  return (
    <>
      {saved ? (
        <Button
          leftSection={<IconDeviceFloppy {...icon} />}
          disabled={isSameView(saved.view, view)}
          loading={save.isPending}
          onClick={() => save.mutate({ name: saved.name, description: saved.description, view })}
        >
          Save
        </Button>
      ) : (
        <Button leftSection={<IconDeviceFloppy {...icon} />} onClick={() => setDialog('save')}>
          Save view
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label="More actions">
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {saved && (
            <>
              <Menu.Item leftSection={<IconFilePlus {...icon} />} onClick={() => setDialog('save')}>
                Save as…
              </Menu.Item>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setDialog('rename')}>
                Rename…
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setDialog('delete')}>
                Delete…
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item
            leftSection={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
            closeMenuOnClick={false}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy as GraphQL'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveView view={view} isOpen={dialog === 'save'} onClose={close} onNamed={onNamed} />
      <RenameView name={dialog === 'rename' ? saved?.name : undefined} onClose={close} onNamed={onNamed} />
      <DeleteView
        name={dialog === 'delete' ? saved?.name : undefined}
        onClose={close}
        onDeleted={() => onNamed(undefined)}
      />
    </>
  );
}
