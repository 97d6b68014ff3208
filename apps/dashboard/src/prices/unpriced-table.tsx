import { Button, Group, Skeleton, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { Awaited } from '../feedback/awaited.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { formatCount } from '../format/count.ts';
import { visible } from '../format/visible.ts';
import { NOTHING } from '../measures/measures.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import type { UnpricedRow } from './unpriced-models.ts';
import { useUnpricedModels } from './use-unpriced-models.ts';

type UnpricedTableProps = {
  zone: string;
  /** `from` is the first day of the calls that are listed. */
  onSet: (row: UnpricedRow & { model: string }, from: string) => void;
};

/** The models of the last 30 days without a price. */
export function UnpricedTable({ zone, onSet }: UnpricedTableProps) {
  const { rows, from, isOld, error, refetch, isFetching } = useUnpricedModels(zone);
  return (
    <div>
      <Title order={2} size="h4">
        Models without a price
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Their calls of the last 30 days are not in any cost.
      </Text>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!rows && !error && <Skeleton h={90} />}
      {rows?.length === 0 && <Text size="sm">Every model called in the last 30 days has a price.</Text>}
      {rows && rows.length > 0 && (
        <Awaited isOld={isOld}>
          <TableFrame label="Models without a price" hasActions minWidth={480} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Model</Table.Th>
                <Table.Th>Provider</Table.Th>
                <Table.Th ta="right">Events</Table.Th>
                <Table.Th ta="right">Tokens</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <UnpricedLine
                  key={`${row.model} ${row.provider}`}
                  row={row}
                  onSet={(model) => onSet({ ...row, model }, from)}
                />
              ))}
            </Table.Tbody>
          </TableFrame>
        </Awaited>
      )}
    </div>
  );
}

type UnpricedLineProps = { row: UnpricedRow; onSet: (model: string) => void };

function UnpricedLine({ row: { model, provider, events, tokens }, onSet }: UnpricedLineProps) {
  return (
    <Table.Tr>
      <Table.Td miw={160} maw={320} style={{ overflowWrap: 'anywhere' }}>
        {model === null ? 'All others' : <bdi>{visible(model)}</bdi>}
      </Table.Td>
      <Table.Td maw={200} style={{ overflowWrap: 'anywhere' }}>
        {provider === null ? NOTHING : <bdi>{visible(provider)}</bdi>}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {formatCount(events)}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {formatCount(tokens)}
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {model !== null && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onSet(model)}
              aria-label={`Set price of ${model}${provider === null ? '' : ` at ${provider}`}`}
            >
              Set price
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
