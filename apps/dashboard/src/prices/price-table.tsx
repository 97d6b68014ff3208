import { Badge, Group, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../format/count.ts';
import { formatInstant } from '../format/instant.ts';
import { formatExactMoney } from '../format/money.ts';
import { visible } from '../format/visible.ts';
import { NOTHING } from '../measures/measures.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { type Price, tokenPriceNames, tokenPrices } from './price-fields.ts';

type PriceTableProps = {
  label: string;
  prices: readonly Price[] | undefined;
  zone: string;
  /** The buttons of a price. */
  actions: (price: Price) => ReactNode;
};

const PLACEHOLDERS = Array.from({ length: 5 }, (_, index) => `placeholder ${index}`);
/** Shown even where no price has them. */
const always: readonly string[] = ['input', 'output'];

/** Prices in USD per million tokens. Columns that are empty in every row are left out. */
export function PriceTable({ label, prices, zone, actions }: PriceTableProps) {
  const isFilled = (name: (typeof tokenPriceNames)[number] | 'perRequest') =>
    prices?.some((price) => price[name] !== null) ?? false;
  const columns = tokenPriceNames.filter((name) => always.includes(name) || isFilled(name));
  const hasRequests = isFilled('perRequest');
  return (
    <TableFrame label={label} hasActions minWidth={560} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr style={{ whiteSpace: 'nowrap' }}>
          <Table.Th>Model</Table.Th>
          {columns.map((name) => (
            <Table.Th key={name} ta="right">
              {tokenPrices[name]}
            </Table.Th>
          ))}
          {hasRequests && <Table.Th ta="right">Each request</Table.Th>}
          <Table.Th>From</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {prices?.map((price) => (
          <Table.Tr
            key={price.id ?? `${price.provider} ${price.model} ${price.effectiveFrom} ${price.hoursFrom}`}
          >
            <Table.Td miw={140} maw={280}>
              <ModelCell price={price} />
            </Table.Td>
            {columns.map((name) => (
              <PriceCell key={name} price={price[name]} />
            ))}
            {hasRequests && <PriceCell price={price.perRequest} />}
            <Table.Td className="figures" style={{ whiteSpace: 'nowrap' }}>
              {startText(price, zone)}
            </Table.Td>
            <Table.Td>
              <Group gap="xs" wrap="nowrap" justify="flex-end">
                {actions(price)}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
        {!prices &&
          PLACEHOLDERS.map((key) => (
            <Table.Tr key={key}>
              <Table.Td colSpan={columns.length + 3}>
                <Skeleton h={26} />
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </TableFrame>
  );
}

function PriceCell({ price }: { price: string | null }) {
  return (
    <Table.Td ta="right" className="figures">
      {price === null ? NOTHING : formatExactMoney(price)}
    </Table.Td>
  );
}

function ModelCell({ price: { provider, model, serviceTier, hoursFrom, hoursTo, tiers } }: { price: Price }) {
  return (
    <>
      <Group gap={6}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{visible(model)}</bdi>
        </Text>
        {serviceTier !== null && (
          <Badge variant="default" size="sm" tt="none" fw={500}>
            {visible(serviceTier)}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {provider === null ? 'Any provider' : <bdi>{visible(provider)}</bdi>}
        {hoursFrom !== null && hoursTo !== null && `, ${hoursFrom.slice(0, 5)} to ${hoursTo.slice(0, 5)} UTC`}
      </Text>
      {tiers.map((tier) => (
        <Text key={tier.above} size="xs" c="dimmed">
          Above {formatCount(tier.above)} input tokens:{' '}
          {tokenPriceNames
            .flatMap((name) =>
              tier[name] === null ? [] : [`${tokenPrices[name]} ${formatExactMoney(tier[name])}`],
            )
            .join(', ')}
        </Text>
      ))}
    </>
  );
}

/** Days of the price book are those of UTC. */
function startText({ source, effectiveFrom }: Price, zone: string): string {
  if (effectiveFrom === null) return 'Always';
  return source === 'own' ? formatInstant(effectiveFrom, zone) : formatInstant(effectiveFrom, 'UTC', 'date');
}
