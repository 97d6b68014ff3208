import { ActionIcon, Button, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { capital } from '../format/capital.ts';
import { type Dimension, dimensionNames, dimensions, isMetadata, type Split } from '../where/filters.ts';
import { MAX_SPLITS } from './question.ts';

export const dimensionOptions = dimensionNames.map((value) => ({ value, label: capital(dimensions[value]) }));

type SplitInputsProps = { value: readonly Split[]; onChange: (splits: Split[]) => void };

/** The dimensions to group by, each within the one before. */
export function SplitInputs({ value, onChange }: SplitInputsProps) {
  const change = (at: number, split: Split) =>
    onChange(value.map((each, index) => (index === at ? split : each)));
  const unused = dimensionNames.find(
    (name) => !isMetadata(name) && !value.some(({ dimension }) => dimension === name),
  );
  return (
    <Fieldset legend="Group by" p="xs" pt={4}>
      <Stack gap="xs">
        {value.map((split, index) => (
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <Stack gap={4} style={{ flex: 1 }}>
              <Select
                aria-label={`Dimension ${index + 1}`}
                data={dimensionOptions}
                value={split.dimension}
                onChange={(dimension) => dimension && change(index, { dimension: dimension as Dimension })}
                allowDeselect={false}
                searchable
              />
              {isMetadata(split.dimension) && (
                <TextInput
                  label="Metadata key"
                  aria-label={`Metadata key ${index + 1}`}
                  placeholder="e.g. plan"
                  value={split.metadataKey ?? ''}
                  onChange={({ currentTarget }) =>
                    change(index, { ...split, metadataKey: currentTarget.value })
                  }
                />
              )}
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={`Remove grouping by ${dimensions[split.dimension]}`}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {value.length < MAX_SPLITS && unused && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...value, { dimension: unused }])}
          >
            {value.length > 0 ? 'Add grouping' : 'Group by'}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
