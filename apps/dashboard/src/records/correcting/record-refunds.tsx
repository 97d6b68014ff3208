import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../format/count.ts';
import { formatInstant } from '../../format/instant.ts';
import { formatExactMoney } from '../../format/money.ts';
import { OtherRecordLink } from '../records-link.tsx';
import type { Refund, Refunds } from './refunds.ts';

/** How many refunds the section shows until all are wanted. */
const SHOWN = 5;

/** The refunds of a record, and what remains of its amount. */
export function RecordRefunds({ refunds: { items, ...left }, zone }: { refunds: Refunds; zone: string }) {
  const [isWhole, setIsWhole] = useState(false);
  if (items.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Refunds">
      <Title order={3} size="h5">
        Refunds
      </Title>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {items.slice(0, isWhole ? undefined : SHOWN).map((refund) => (
          <RefundLine key={refund.id} refund={refund} zone={zone} />
        ))}
      </Stack>
      {!isWhole && items.length > SHOWN && (
        <Button size="xs" variant="default" onClick={() => setIsWhole(true)} style={{ alignSelf: 'start' }}>
          Show all {formatCount(items.length)}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {remainderText(left)}
      </Text>
    </Stack>
  );
}

function RefundLine({ refund: { id, amount, recordedAt, description, status }, zone }: RefundLineProps) {
  const isVoided = status === 'voided';
  return (
    <li>
      <Group gap="2px 8px">
        <Text span size="sm" className="figures" td={isVoided ? 'line-through' : undefined}>
          <OtherRecordLink id={id} text={formatExactMoney(amount.replace(/^-/, ''))} />
        </Text>
        <Text span size="sm" c="dimmed">
          {formatInstant(recordedAt, zone)}
        </Text>
        {isVoided && (
          <Badge variant="default" size="sm" tt="none" fw={500}>
            Voided
          </Badge>
        )}
      </Group>
      {description && (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{description}</bdi>
        </Text>
      )}
    </li>
  );
}

type RefundLineProps = { refund: Refund; zone: string };

/** The remaining amount of a record, in words. */
export function remainderText({ amount, remaining }: Pick<Refunds, 'amount' | 'remaining'>): string {
  if (remaining === '0') return `All of ${formatExactMoney(amount)} is refunded.`;
  return `${formatExactMoney(remaining)} of ${formatExactMoney(amount)} remains.`;
}
