import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMeasureExactly, type Measure, type MeasureValue, measures } from '../measures/measures.ts';
import { TextLink } from '../shell/links.tsx';
import type { Filter } from '../where/filters.ts';
import { formulas, sharedMeasures } from './measure-parts.ts';
import { type Proof, wholeOf } from './use-proof.ts';

/** How a number is computed, such as `= revenue $10,000.00 − cost $1,800.00`; both sides lead to their own records. */
export function NumberFormula({ proof }: { proof: Proof }): ReactNode {
  const { measure, where, hour, figures } = proof;
  const formula = formulas[measure];
  const shared = sharedMeasures[measure];
  if (!formula && !shared) return measures[measure].about;
  if (!figures) return <Skeleton h={21} maw={320} component="span" display="block" />;
  const side = (name: Measure, value: MeasureValue, filters: Filter[], of = '') => (
    <TextLink
      to="/records"
      search={{ measure: name, ...(filters.length > 0 && { where: filters }), ...(hour && { hour }) }}
      inherit
    >
      {measures[name].label.toLowerCase()}
      {of} <span className="figures">{formatMeasureExactly(name, value)}</span>
    </TextLink>
  );
  const { totals, whole } = figures;
  return (
    <Text span inherit style={{ overflowWrap: 'anywhere' }}>
      ={' '}
      {formula && (
        <>
          {side(formula.left, totals[formula.left], where)} {formula.sign}{' '}
          {side(formula.right, totals[formula.right], where)}
        </>
      )}
      {shared && (
        <>
          {side(shared, totals[shared], where)} ÷ {side(shared, whole[shared], wholeOf(where), ' of all')}
        </>
      )}
    </Text>
  );
}
