import { Group, SegmentedControl, Select, Title } from '@mantine/core';
import { type Measure, measures } from '../measures/measures.ts';

type MeasureChoiceProps = {
  title: string;
  choices: readonly Measure[];
  value: Measure;
  onChange: (measure: Measure) => void;
};

/** More than these do not fit beside the title. */
const MOST_SEGMENTS = 6;

/** The title of a chart with a switch for its measure. */
export function MeasureChoice({ title, choices, value, onChange }: MeasureChoiceProps) {
  const data = choices.map((measure) => ({ value: measure, label: measures[measure].label }));
  const hasSegments = choices.length > 1 && choices.length <= MOST_SEGMENTS;
  return (
    <Group justify="space-between" mb="md" gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {hasSegments && (
        <SegmentedControl
          visibleFrom="sm"
          size="xs"
          data={data}
          value={value}
          onChange={onChange}
          aria-label="Measure of the chart"
        />
      )}
      {choices.length > 1 && (
        <Select
          hiddenFrom={hasSegments ? 'sm' : undefined}
          size="xs"
          w={160}
          data={data}
          value={value}
          onChange={(next) => next && onChange(next)}
          allowDeselect={false}
          aria-label="Measure of the chart"
        />
      )}
    </Group>
  );
}
