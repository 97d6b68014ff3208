import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { type Measure, measureNames, measures } from '../measures/measures.ts';
import { FilterInputs } from './filter-inputs.tsx';
import { MAX_GROUPS, type Question, steps } from './question.ts';
import { SplitInputs } from './split-inputs.tsx';

const measureOptions = measureNames.map((value) => ({ value, label: measures[value].label }));

type QuestionFormProps = { question: Question; onChange: (changes: Partial<Question>) => void };

export function QuestionForm({ question, onChange }: QuestionFormProps) {
  const { measures: chosen, by, where, every, first } = question;
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
      {by.length > 0 && (
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
      )}
      <FilterInputs value={where} onChange={(next) => onChange({ where: next })} />
    </>
  );
}
