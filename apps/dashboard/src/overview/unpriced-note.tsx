import { Text } from '@mantine/core';
import { formatCount } from '../format/count.ts';
import { TextLink } from '../shell/links.tsx';

/** Says how many calls the cost above leaves out, if there are any. */
export function UnpricedNote({ calls }: { calls: number | undefined }) {
  if (!calls) return null;
  const text =
    calls === 1
      ? '1 call of a model without a price is not in this cost.'
      : `${formatCount(calls)} calls of models without a price are not in this cost.`;
  return (
    <Text size="sm" c="dimmed">
      {text}{' '}
      <TextLink to="/prices" inherit>
        Set prices
      </TextLink>
    </Text>
  );
}
