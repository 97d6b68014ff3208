import { Checkbox, MultiSelect, NumberInput, Select } from '@mantine/core';
import { type Measure, measureNames, measures } from '../measures/measures.ts';
import { FilterInputs } from './filter-inputs.tsx';
import { havingMeasures } from './having.ts';
import { HavingInput } from './having-input.tsx';
import { MAX_GROUPS, type Question, steps } from './question.ts';
import { SplitInputs } from './split-inputs.tsx';
import { SpreadInputs } from './spread-inputs.tsx';

const measureOptions = measureNames.map((value) => ({ value, label: measures[value].label }));

type QuestionFormProps = { question: Question; onChange: (changes: Partial<Question>) => void };

export function QuestionForm({ question, onChange }: QuestionFormProps) {
  const { measures: chosen, by, where, every, first, having, spread, withRatios } = question;
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
      <SpreadInputs value={spread} onChange={(next) => onChange({ spread: next })} />
      {by.length > 0 && !every && (
        <Checkbox
          size="xs"
          label="Ratio to the whole"
          checked={withRatios === true}
          onChange={({ currentTarget }) => onChange({ withRatios: currentTarget.checked ? true : undefined })}
        />
      )}
      {by.length > 0 && (
        <HavingInput
          value={having}
          first={chosen.find((measure) => havingMeasures.includes(measure)) ?? 'revenue'}
          onChange={(next) => onChange({ having: next })}
        />
      )}
      <FilterInputs value={where} onChange={(next) => onChange({ where: next })} />
    </>
  );
}
