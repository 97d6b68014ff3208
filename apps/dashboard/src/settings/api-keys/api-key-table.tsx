import { Badge, Code, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { formatInstant } from '../../format/instant.ts';
import { visible } from '../../format/visible.ts';
import { TableFrame } from '../../shell/table-frame.tsx';
import { ApiKeyMenu } from './api-key-menu.tsx';
import { describeScopes, EVERY_SCOPE, FULL_ACCESS } from './scopes.ts';
import { type ApiKey, isUsable, keyState } from './use-api-keys.ts';

const states = {
  active: { color: 'teal.7', text: 'Active' },
  replaced: { color: 'orange.8', text: 'Rotating' },
  ending: { color: 'orange.8', text: 'Expires soon' },
  expired: { color: 'gray.6', text: 'Expired' },
  revoked: { color: 'red.6', text: 'Revoked' },
} as const;

export function ApiKeyTable({ keys, zone }: { keys: readonly ApiKey[]; zone: string }) {
  return (
    <TableFrame label="API keys" hasActions minWidth={820} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Key</Table.Th>
          <Table.Th>Permissions</Table.Th>
          <Table.Th>Created</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>Expires</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th w={48}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} zone={zone} />
        ))}
      </Table.Tbody>
    </TableFrame>
  );
}

function KeyRow({ apiKey, zone }: { apiKey: ApiKey; zone: string }) {
  const { name, prefix, scopes, createdAt, lastUsedAt, expiresAt } = apiKey;
  const state = keyState(apiKey);
  return (
    <Table.Tr>
      <Table.Td maw={200}>
        <Text size="sm" truncate title={visible(name)} dir="auto" ta="left">
          {visible(name)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Code>{prefix}…</Code>
      </Table.Td>
      <Table.Td>
        <Tooltip
          label={scopes.includes(FULL_ACCESS) ? EVERY_SCOPE : scopes.join(', ')}
          multiline
          maw={320}
          events={{ hover: true, focus: true, touch: true }}
        >
          <Text size="sm" tabIndex={0} w="fit-content">
            {describeScopes(scopes)}
          </Text>
        </Tooltip>
      </Table.Td>
      <Table.Td className="figures">{formatInstant(createdAt, zone, 'date')}</Table.Td>
      <Table.Td className="figures">{lastUsedAt ? formatInstant(lastUsedAt, zone) : 'Never'}</Table.Td>
      <Table.Td className="figures">{expiresAt ? formatInstant(expiresAt, zone) : 'Never'}</Table.Td>
      <Table.Td>
        <Badge variant="dot" color={states[state].color} miw="max-content">
          {states[state].text}
        </Badge>
      </Table.Td>
      <Table.Td>{isUsable(apiKey) && <ApiKeyMenu apiKey={apiKey} />}</Table.Td>
    </Table.Tr>
  );
}
