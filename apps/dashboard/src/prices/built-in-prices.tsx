import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../api/client.ts';
import { Awaited } from '../feedback/awaited.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { formatDay } from '../format/instant.ts';
import type { Price } from './price-fields.ts';
import { PriceTable } from './price-table.tsx';
import { usePrices } from './use-prices.ts';

const SETTLES_AFTER = 350;
const PAGE = 10;

type BuiltInPricesProps = { zone: string; onSetOwn: (price: Price) => void };

/** The prices of the book that comes with the server, with a search. */
export function BuiltInPrices({ zone, onSetOwn }: BuiltInPricesProps) {
  const [typed, setTyped] = useState({ model: '', provider: '' });
  const [{ model, provider }] = useDebouncedValue(typed, SETTLES_AFTER);
  const { prices, isPlaceholderData, error, refetch, isFetching, hasNextPage, fetchNextPage } = usePrices(
    {
      source: 'built-in',
      model: model.trim() || undefined,
      provider: provider.trim() || undefined,
    },
    PAGE,
  );
  // Apart from the search, which may find nothing.
  const { data: first } = useQuery(trpc.prices.list.queryOptions({ source: 'built-in', limit: 1 }));
  const { bookVersion, bookDate } = first?.items[0] ?? {};
  return (
    <div>
      <Title order={2} size="h4">
        Built-in prices
      </Title>
      <Text size="sm" c="dimmed">
        List prices in USD per million tokens.
      </Text>
      {/* As high before the version is known, so that nothing moves. */}
      <Text size="sm" c="dimmed" mb="xs" mih="1.55em">
        {bookVersion && bookDate && `Version ${bookVersion} of ${formatDay(bookDate)}.`}
      </Text>
      <Group gap="xs" mb="md" role="search" aria-label="Search in built-in prices">
        {(['model', 'provider'] as const).map((name) => (
          <TextInput
            key={name}
            size="xs"
            w={{ base: 'calc(50% - 5px)', xs: 200 }}
            label={name === 'model' ? 'Model' : 'Provider'}
            maxLength={255}
            value={typed[name]}
            onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
          />
        ))}
      </Group>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {(prices || !error) && (
        <Awaited isOld={isPlaceholderData}>
          {prices?.length === 0 ? (
            <Text size="sm">No built-in price matches.</Text>
          ) : (
            <PriceTable
              label="Built-in prices"
              prices={prices}
              zone={zone}
              actions={(price) => (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => onSetOwn(price)}
                  aria-label={`Set own price of ${price.model} at ${price.provider}`}
                >
                  Set own price
                </Button>
              )}
            />
          )}
        </Awaited>
      )}
      {hasNextPage && (
        <Button variant="default" mt="md" onClick={() => void fetchNextPage()} loading={isFetching}>
          Show more
        </Button>
      )}
    </div>
  );
}
