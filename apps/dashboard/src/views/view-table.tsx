import { ActionIcon, Anchor, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Outputs } from '../api/client.ts';
import { DeleteView } from '../explore/delete-view.tsx';
import { RenameView } from '../explore/name-view.tsx';
import { searchOfView } from '../explore/view.ts';
import { formatInstant } from '../format/instant.ts';
import { visible } from '../format/visible.ts';
import { TextLink } from '../shell/links.tsx';
import { TableFrame } from '../shell/table-frame.tsx';
import { DocumentDrawer } from './document-drawer.tsx';

type View = Outputs['reports']['get'];

/** Views open in Explore; documents, and questions that Explore has no inputs for, in a drawer. */
export function ViewTable({ views, zone }: { views: readonly View[]; zone: string }) {
  const hasDescriptions = views.some(({ description }) => description);
  const [open, setOpen] = useState<{ running?: string; renaming?: string; deleting?: string }>({});
  const close = () => setOpen({});
  return (
    <>
      <TableFrame label="Views" hasActions minWidth={560} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            {hasDescriptions && <Table.Th>Description</Table.Th>}
            <Table.Th>Saved</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {views.map(({ id, name, description, view, updatedAt }) => (
            <Table.Tr key={id}>
              <Table.Td miw={160} maw={240} style={{ overflowWrap: 'anywhere' }}>
                <ViewLink name={name} view={view} onRun={() => setOpen({ running: name })} />
              </Table.Td>
              {hasDescriptions && (
                <Table.Td maw={320}>
                  <Text size="sm" c="dimmed" truncate title={description ?? ''} dir="auto" ta="left">
                    {description}
                  </Text>
                </Table.Td>
              )}
              <Table.Td className="figures">{formatInstant(updatedAt, zone)}</Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap" justify="flex-end">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Rename ${name}`}
                    onClick={() => setOpen({ renaming: name })}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete ${name}`}
                    onClick={() => setOpen({ deleting: name })}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableFrame>
      <DocumentDrawer name={open.running} onClose={close} />
      <RenameView name={open.renaming} onClose={close} />
      <DeleteView name={open.deleting} onClose={close} />
    </>
  );
}

type ViewLinkProps = Pick<View, 'name' | 'view'> & { onRun: () => void };

function ViewLink({ name, view, onRun }: ViewLinkProps) {
  const search = view && searchOfView(view);
  const text = <bdi>{visible(name)}</bdi>;
  if (!search) {
    return (
      <Anchor component="button" inherit underline="always" ta="left" onClick={onRun}>
        {text}
      </Anchor>
    );
  }
  return (
    <TextLink inherit to="/explore" search={{ ...search, view: name }}>
      {text}
    </TextLink>
  );
}
