import { Box, SimpleGrid, Text, Title } from '@mantine/core';
import { formatExactMoney } from '../format/money.ts';
import type { Dimension } from '../kinds/dimensions.ts';
import type { Member } from './fetch-members.ts';
import { MemberName } from './member-name.tsx';

type IdleMembersProps = { dimension: Dimension; members: readonly Member[]; hasMore: boolean };

/** Members without records in the period, which no question about the period finds. */
export function IdleMembers({ dimension, members, hasMore }: IdleMembersProps) {
  return (
    <section aria-label="No records in this period">
      <Title order={2} size="h4" mb="xs">
        No records in this period
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="xs">
        {members.map(({ id, key, name, value }) => (
          <Box key={id} miw={0}>
            <MemberName
              dimension={dimension}
              row={{ key, label: name, isOther: false }}
              withKey={Boolean(name)}
            />
            {value && (
              <Text size="xs" c="dimmed">
                {formatExactMoney(value)} each
              </Text>
            )}
          </Box>
        ))}
      </SimpleGrid>
      {hasMore && (
        <Text size="sm" c="dimmed" mt="xs">
          Only the latest are checked. Search to find others.
        </Text>
      )}
    </section>
  );
}
