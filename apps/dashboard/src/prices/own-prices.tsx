import { ActionIcon, Button, Modal, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Trouble } from '../feedback/trouble.tsx';
import { DeletePrice } from './delete-price.tsx';
import type { Price } from './price-fields.ts';
import { PriceTable } from './price-table.tsx';
import { RepriceEvents } from './reprice-events.tsx';
import { useOwnPrices } from './use-prices.ts';

/** The prices of the account, newest first. */
export function OwnPrices({ zone }: { zone: string }) {
  const { prices, error, refetch, isFetching, hasNextPage, fetchNextPage } = useOwnPrices();
  const [deleting, setDeleting] = useState<Price>();
  const [repricing, setRepricing] = useState<Price>();
  const stopRepricing = () => setRepricing(undefined);
  return (
    <div>
      <Title order={2} size="h4">
        Your prices
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        In USD per million tokens. They come before the built-in ones.
      </Text>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {prices?.length === 0 && <Text size="sm">You have no prices of your own yet.</Text>}
      {(prices ? prices.length > 0 : !error) && (
        <PriceTable
          label="Your prices"
          prices={prices}
          zone={zone}
          actions={(price) => (
            <>
              <Button
                size="xs"
                variant="default"
                onClick={() => setRepricing(price)}
                aria-label={`Reprice past events of ${price.model}`}
              >
                Reprice
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete the price of ${price.model}`}
                onClick={() => setDeleting(price)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </>
          )}
        />
      )}
      {hasNextPage && (
        <Button variant="default" mt="md" onClick={() => void fetchNextPage()} loading={isFetching}>
          Show more
        </Button>
      )}
      <Modal opened={repricing !== undefined} onClose={stopRepricing} size="lg" title="Reprice past events">
        {repricing && <RepriceEvents price={repricing} zone={zone} onDone={stopRepricing} />}
      </Modal>
      <DeletePrice price={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}
