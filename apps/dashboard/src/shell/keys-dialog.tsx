import { Kbd, Modal, Table, Text } from '@mantine/core';
import { TextLink } from './links.tsx';
import { searchKeys } from './search-button.tsx';

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [searchKeys, '/'], does: 'Search' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Space'], does: 'Show details of the row' },
  { keys: ['Esc'], does: 'Close, or go back' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
];

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <Table aria-label="Keyboard shortcuts" withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {keys.map(({ keys: each, does }) => (
            <Table.Tr key={does}>
              <Table.Th scope="row" fw={400}>
                {does}
              </Table.Th>
              <Table.Td ta="right">
                {each.map((key, index) => (
                  <span key={key}>
                    {index > 0 && ' or '}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="md">
        You can turn off single-key shortcuts in{' '}
        <TextLink to="/settings/account" inherit onClick={onClose}>
          Settings
        </TextLink>
        .
      </Text>
    </Modal>
  );
}
