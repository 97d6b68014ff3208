import { Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFilterTexts } from '../catalogue/use-filter-texts.ts';
import type { Filter } from '../where/filters.ts';

type ConditionsProps = {
  where: readonly Filter[];
  /** An hour in words. */
  hour: string | undefined;
  onChange: (where: Filter[]) => void;
  onRemoveHour: () => void;
};

/** The conditions of a number in words. Each can be removed. */
export function Conditions({ where, hour, onChange, onRemoveHour }: ConditionsProps) {
  const group = useRef<HTMLDivElement>(null);
  const texts = useFilterTexts(where);
  const count = where.length + (hour === undefined ? 0 : 1);
  if (count === 0) return null;
  const chip = (text: string, id: string, remove: () => void) => (
    <Button
      key={id}
      size="xs"
      radius="xl"
      variant="default"
      fw={400}
      maw="100%"
      rightSection={<IconX size={14} aria-hidden />}
      title={text}
      aria-label={`Remove condition: ${text}`}
      onClick={() => {
        remove();
        // The focus would be lost with the button, and with the last one the group goes, too.
        const next = count > 1 ? group.current : document.querySelector('h1');
        next?.focus();
      }}
    >
      <Text span inherit truncate lh={1.6} dir="auto">
        {text}
      </Text>
    </Button>
  );
  return (
    <Group
      ref={group}
      gap="xs"
      role="group"
      aria-label="Conditions"
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      {where.map((filter, index) =>
        chip(texts[index] ?? '', `${index} ${JSON.stringify(filter)}`, () =>
          onChange(where.filter((_, at) => at !== index)),
        ),
      )}
      {hour !== undefined && chip(hour, 'hour', onRemoveHour)}
    </Group>
  );
}
