import { Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { newIdempotencyKey } from '@outturn/transport';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, trpc } from '../api/client.ts';
import { isOtherCall } from '../api/error-text.ts';
import { Refused } from '../feedback/refused.tsx';
import { splitRefusal } from '../records/correcting/split-refusal.ts';
import {
  emptyTier,
  fieldNames,
  type Price,
  type PriceFields,
  priceLabel,
  priceRules,
  tokenPriceNames,
  tokenPrices,
  toPriceInput,
} from './price-fields.ts';

type PriceFormProps = {
  initial: PriceFields;
  zone: string;
  onSaved: (price: Price) => void;
  onCancel: () => void;
};

/** The most that the API takes. */
const MOST_TIERS = 5;
const RECORDED = 'This form has saved a price with other values already. Cancel to see it.';

export function PriceForm({ initial, zone, onSaved, onCancel }: PriceFormProps) {
  // One key for the whole form: sent again because its answer was lost, a price is not refused as one that exists.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const form = useForm<PriceFields>({ initialValues: initial, validate: priceRules });
  const split = (error: unknown) =>
    splitRefusal(error, { subject: 'This price', fields: fieldNames(form.values), labelOf: priceLabel });
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (fields: PriceFields) =>
      client.prices.create.mutate(toPriceInput(fields, zone), { context: { idempotencyKey } }),
    onSuccess: onSaved,
    onError: (error) => form.setErrors(split(error).atFields),
    onSettled: () => queryClient.invalidateQueries(trpc.prices.pathFilter()),
  });
  const { tiers } = form.values;
  const priceInputs = (prefix = '') =>
    tokenPriceNames.map((name) => (
      <TextInput
        key={name}
        label={tokenPrices[name]}
        inputMode="decimal"
        // A model that is given needs no change.
        data-autofocus={prefix === '' && name === 'input' && initial.model !== '' ? true : undefined}
        {...form.getInputProps(`${prefix}${name}`)}
      />
    ));
  return (
    <form onSubmit={form.onSubmit((fields) => create.mutate(fields))} noValidate>
      <Stack>
        <Refused error={isOtherCall(create.error) ? new Error(RECORDED) : split(create.error).above} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Model"
            description="A name, or the beginning of names and *."
            data-autofocus={initial.model === '' ? true : undefined}
            {...form.getInputProps('model')}
          />
          <TextInput
            label="Provider"
            description="Leave empty for any provider."
            {...form.getInputProps('provider')}
          />
          <TextInput
            label="Effective from"
            description={zone}
            type="datetime-local"
            {...form.getInputProps('effectiveFrom')}
          />
          <TextInput
            label="Service tier"
            description="Leave empty for any tier."
            {...form.getInputProps('serviceTier')}
          />
        </SimpleGrid>
        <Fieldset legend="USD per million tokens">
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
            {priceInputs()}
          </SimpleGrid>
        </Fieldset>
        {tiers.map(({ key }, index) => (
          <Fieldset key={key} legend={`Prices of long requests ${index + 1}`}>
            <Stack gap="sm">
              <TextInput
                label="Above"
                description="Input tokens. Longer requests take all prices of this tier."
                inputMode="numeric"
                {...form.getInputProps(`tiers.${index}.above`)}
              />
              <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
                {priceInputs(`tiers.${index}.`)}
              </SimpleGrid>
              <Button
                size="xs"
                variant="default"
                w="fit-content"
                onClick={() => form.removeListItem('tiers', index)}
              >
                Remove
              </Button>
            </Stack>
          </Fieldset>
        ))}
        <Group align="flex-end" justify="space-between">
          <TextInput
            label="Each request (USD)"
            description="Added for each call."
            inputMode="decimal"
            {...form.getInputProps('perRequest')}
          />
          {tiers.length < MOST_TIERS && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => form.insertListItem('tiers', emptyTier(newIdempotencyKey()))}
            >
              Prices of long requests
            </Button>
          )}
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
