import { Group, MultiSelect, NumberInput, SegmentedControl, Select, VisuallyHidden } from '@mantine/core';
import { type Measure, measureNames, measures } from '../measures/measures.ts';
import { ComparisonSelect } from '../window/comparison-select.tsx';
import { FilterInputs } from './filter-inputs.tsx';
import { isOrder, type Order, type Question, steps } from './question.ts';
import { MAX_GROUPS } from './question-search.ts';
import { SplitInputs } from './split-inputs.tsx';
import { canCompare, comparisonOf } from './to-slice.ts';

const measureOptions = measureNames.map((value) => ({ value, label: measures[value].label }));
const orderOptions = [
  ...measureNames.filter(isOrder).map((value) => ({ value: value as Order, label: measures[value].label })),
  { value: 'key' as Order, label: 'Name' },
];

type QuestionFormProps = { question: Question; onChange: (changes: Partial<Question>) => void };

export function QuestionForm({ question, onChange }: QuestionFormProps) {
  const { measures: chosen, by, where, every, order, direction, first } = question;
  return (
    <>
      <MultiSelect
        label="Measures"
        data={measureOptions}
        value={chosen}
        onChange={(next: Measure[]) => next.length > 0 && onChange({ measures: next })}
        searchable
        hidePickedOptions
      />
      <SplitInputs value={by} onChange={(next) => onChange({ by: next })} />
      <Select
        label="Interval"
        placeholder="None"
        data={steps.map((value) => ({ value, label: `By ${value}` }))}
        value={every ?? null}
        onChange={(next) => onChange({ every: next ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the interval' }}
      />
      {canCompare(question) && (
        <ComparisonSelect
          label="Compare with"
          value={comparisonOf(question)}
          onChange={(compare) => onChange({ compare })}
        />
      )}
      {by.length > 0 && (
        <>
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <Select
              label="Sort by"
              data={orderOptions}
              value={order}
              onChange={(next) => next && onChange({ order: next })}
              allowDeselect={false}
              style={{ flex: 1 }}
            />
            <SegmentedControl
              aria-label="Sort direction"
              data={[
                { value: 'desc', label: <Arrow sign="↓" name="Descending" /> },
                { value: 'asc', label: <Arrow sign="↑" name="Ascending" /> },
              ]}
              value={direction}
              onChange={(next) => onChange({ direction: next as Question['direction'] })}
            />
          </Group>
          <NumberInput
            label="Limit"
            description="The rest is grouped as “All others”."
            min={1}
            max={MAX_GROUPS}
            clampBehavior="strict"
            allowDecimal={false}
            value={first}
            onChange={(next) => typeof next === 'number' && onChange({ first: next })}
          />
        </>
      )}
      <FilterInputs value={where} onChange={(next) => onChange({ where: next })} />
    </>
  );
}

function Arrow({ sign, name }: { sign: string; name: string }) {
  return (
    <>
      <span aria-hidden>{sign}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}
