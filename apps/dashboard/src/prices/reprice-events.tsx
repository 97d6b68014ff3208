import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { newIdempotencyKey } from '@outturn/transport';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api/client.ts';
import { isOtherCall, isRefusal, isTooLarge } from '../api/error-text.ts';
import { Refused } from '../feedback/refused.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { visible } from '../format/visible.ts';
import { splitRefusal } from '../records/correcting/split-refusal.ts';
import { endOfDay, startOfDay } from '../records/day-edges.ts';
import { addDays } from '../window/days.ts';
import { useToday } from '../window/use-today.ts';
import { isDay } from '../window/window-search.ts';
import { wallTimeAt } from '../zone/wall-time.ts';
import type { Price } from './price-fields.ts';
import { countOf, RepricingFigures } from './repricing-figures.tsx';
import { RepricingRun } from './repricing-run.tsx';

type RepriceEventsProps = { price: Price; zone: string; onDone: () => void };

/** A run that has begun, and how many events it is about. */
type Begun = { id: string; expected: number };

/** Gives events of the past the prices of now: first what would change, then a run, which can be reverted. */
export function RepriceEvents({ onDone, ...props }: RepriceEventsProps) {
  const [run, setRun] = useState<Begun>();
  const part = useRef<HTMLDivElement>(null);
  // The element that had the focus is gone with the part before.
  useEffect(() => part.current?.focus(), [run?.id]);
  return (
    <div key={run?.id} ref={part} tabIndex={-1} style={{ outline: 'none' }}>
      {run ? (
        <RepricingRun {...run} onRevert={setRun} onDone={onDone} />
      ) : (
        <RepricingOffer {...props} onRun={setRun} onDone={onDone} />
      )}
    </div>
  );
}

/** The days of a price that has no start, or starts later. */
const USUAL_DAYS = 30;
const ABOUT =
  'The new price counts for events recorded from now on. Those recorded before keep their cost unless you reprice them.';
const BEGUN = 'A repricing with other values has begun already. Close this to see the costs.';

type RepricingOfferProps = RepriceEventsProps & { onRun: (run: Begun) => void };

function RepricingOffer({ price: { model, effectiveFrom }, zone, onRun, onDone }: RepricingOfferProps) {
  const today = useToday(zone);
  const [days, setDays] = useState(() => {
    const first = effectiveFrom === null ? today : wallTimeAt(Date.parse(effectiveFrom), zone).day;
    return { from: first < today ? first : addDays(today, -USUAL_DAYS), to: today };
  });
  const [isOfModel, setIsOfModel] = useState(true);
  const isInOrder = isDay(days.from) && isDay(days.to) && days.from <= days.to;
  const asked = () => ({
    from: startOfDay(days.from, zone),
    to: endOfDay(days.to, zone),
    ...(isOfModel && { model }),
  });
  const preview = useQuery({
    queryKey: ['repricing', 'preview', zone, days, isOfModel],
    queryFn: ({ signal }) => client.prices.reprice.mutate({ ...asked(), dryRun: true }, { signal }),
    enabled: isInOrder,
    staleTime: 0,
    gcTime: 0,
  });
  // One key for the whole offer: sent again because its answer was lost, a run is not refused as a second one.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const run = useMutation({
    mutationFn: () => client.prices.reprice.mutate(asked(), { context: { idempotencyKey } }),
    onSuccess: ({ id }) => id !== null && onRun({ id, expected: preview.data?.events ?? 0 }),
  });
  const dayInput = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={days[name]}
      onChange={({ currentTarget }) => setDays({ ...days, [name]: currentTarget.value })}
      {...(name === 'to' && !isInOrder && { error: 'Choose two days in their order.' })}
    />
  );
  const refusalOf = (error: unknown) =>
    splitRefusal(error, { subject: 'Repricing', fields: [], labelOf: inWords });
  return (
    <Stack>
      <Text size="sm">{ABOUT}</Text>
      <Group grow align="flex-start">
        {dayInput('from', 'From')}
        {dayInput('to', 'To')}
      </Group>
      <Checkbox
        label={
          <>
            Only events that name the model <bdi>{visible(model)}</bdi>
          </>
        }
        description="The price may also apply to other names of the model, such as one with a date."
        checked={isOfModel}
        onChange={({ currentTarget }) => setIsOfModel(currentTarget.checked)}
      />
      <div aria-live="polite" aria-busy={preview.isFetching}>
        {isRefusal(preview.error) && <Refused error={refusalOf(preview.error).above} />}
        {preview.error && !isRefusal(preview.error) && (
          <Trouble
            error={preview.error}
            onRetry={() => void preview.refetch()}
            isRetrying={preview.isFetching}
          />
        )}
        {isInOrder && !preview.data && !preview.error && <Skeleton h={120} />}
        {preview.data && <RepricingFigures figures={preview.data} />}
        {preview.data?.events === 0 && <Text size="sm">The cost of no event would change.</Text>}
        {isTooLarge(preview.error) && <Text size="sm">A repricing itself has no such limit.</Text>}
      </div>
      <Refused error={isOtherCall(run.error) ? new Error(BEGUN) : refusalOf(run.error).above} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Not now
        </Button>
        <Button
          disabled={isTooLarge(preview.error) ? !isInOrder : !preview.data || preview.data.events === 0}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {preview.data?.events ? `Reprice ${countOf(preview.data.events)}` : 'Reprice'}
        </Button>
      </Group>
    </Stack>
  );
}

/** The server says of `from` what is wrong with a run as a whole. */
function inWords(field: string): string {
  return field === 'from' ? 'Repricing' : 'The range';
}
