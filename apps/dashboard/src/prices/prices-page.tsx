import { Alert, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../api/client.ts';
import { TextLink } from '../shell/links.tsx';
import { Page } from '../shell/page.tsx';
import { useToday } from '../window/use-today.ts';
import { useZone } from '../zone/use-zone.ts';
import { BuiltInPrices } from './built-in-prices.tsx';
import { OwnPrices } from './own-prices.tsx';
import { PriceEditor } from './price-editor.tsx';
import { type PriceFields, toPriceFields } from './price-fields.ts';
import { UnpricedTable } from './unpriced-table.tsx';
import { useOwnPrices } from './use-prices.ts';
import { useUnpricedModels } from './use-unpriced-models.ts';

export function PricesPage() {
  const [zone] = useZone();
  const today = startOf(useToday(zone));
  const { data: settings } = useQuery(trpc.settings.get.queryOptions({}));
  const unpriced = useUnpricedModels(zone);
  const own = useOwnPrices();
  // Each part comes after the one above it has its height, so that nothing moves.
  const hasUnpriced = unpriced.rows !== undefined || unpriced.error !== null;
  const hasOwn = hasUnpriced && (own.prices !== undefined || own.error !== null);
  const [editing, setEditing] = useState<PriceFields>();
  return (
    <Page
      title="Prices"
      about="Events with a model and tokens get their cost from these prices."
      actions={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setEditing(toPriceFields({ provider: '', model: '', effectiveFrom: today }))}
        >
          New price
        </Button>
      }
    >
      {settings?.computeCosts === false && (
        <Alert variant="outline">
          No costs are computed, because this is turned off in the{' '}
          <TextLink to="/settings/account" inherit>
            settings
          </TextLink>
          .
        </Alert>
      )}
      <UnpricedTable
        zone={zone}
        onSet={({ model, provider }, from) =>
          setEditing(toPriceFields({ provider: provider ?? '', model, effectiveFrom: startOf(from) }))
        }
      />
      {hasUnpriced && <OwnPrices zone={zone} />}
      {hasOwn && (
        <BuiltInPrices
          zone={zone}
          onSetOwn={(price) =>
            setEditing(
              toPriceFields(
                { provider: price.provider ?? '', model: price.model, effectiveFrom: today },
                price,
              ),
            )
          }
        />
      )}
      <PriceEditor initial={editing} zone={zone} onClose={() => setEditing(undefined)} />
    </Page>
  );
}

/** The first minute of a day, as fields of the type `datetime-local` have it. */
function startOf(day: string): string {
  return `${day}T00:00`;
}
