import { z } from 'zod';
import { CountOut } from '../schema/count.ts';
import { DecimalOut } from '../schema/decimal.ts';
import { Instant, InstantOut } from '../schema/instant.ts';
import { RecordId } from '../schema/record-id.ts';
import { samples, scalars, typeNames } from '../schema/scalars-and-samples.ts';
import { text, textOut } from '../schema/text.ts';
import { ModelPattern } from './price.schema.ts';

const reason = text(1_000, 1)
  .nullish()
  .meta({ description: 'Why, for people.', example: 'The price was missing' });
const window = { from: '2026-06-01T00:00:00.000Z', to: '2026-07-01T00:00:00.000Z' };

export const RepriceInput = z
  .strictObject({
    from: Instant.meta({ description: 'Only events at or after this.', example: window.from }),
    to: Instant.meta({ description: 'Only events before this.', example: window.to }),
    model: ModelPattern.nullish().meta({
      description:
        'Only events of this model, as they name it; with a `*` at its end, of models that begin so. Case does not count.',
    }),
    provider: text(255, 1)
      .nullish()
      .meta({ description: 'Only events of this provider, as they name it. Case does not count.' }),
    dryRun: z
      .boolean()
      .nullish()
      .meta({ description: 'Only says what a run would change, for at most 500,000 events.' }),
    reason,
  })
  .register(samples, { sample: { ...window, model: 'gpt-4.1*', dryRun: true } });

export const RevertRepricingInput = z
  .strictObject({ id: RecordId.meta({ description: 'Id of the run.' }), reason })
  .register(samples, { sample: { id: '018d0c3e-7b3b-7e21-b3c5-6d7e8f9a0b1c' } });

export const ByRunId = z.strictObject({ id: RecordId.meta({ description: 'Id of the run.' }) });

export const Repricing = z
  .object({
    id: RecordId.nullable().meta({ description: 'Identifier of the run; null for a dry run.' }),
    state: z.enum(['dryRun', 'running', 'done', 'failed']).register(scalars, { scalar: 'String' }).meta({
      description:
        'Whether the figures are those of a dry run, those so far, or final. A run that failed has changed a part of the events: revert it, or begin another.',
    }),
    revertsId: RecordId.nullable().meta({ description: 'The run that this one undoes.' }),
    from: InstantOut.meta({ description: 'Events at or after this.' }),
    to: InstantOut.meta({ description: 'Events before this.' }),
    model: textOut()
      .nullable()
      .meta({ description: 'The model of the events. Null stands for events of any model.' }),
    provider: textOut()
      .nullable()
      .meta({ description: 'The provider of the events. Null stands for events of any provider.' }),
    events: CountOut.meta({ description: 'Number of events that got another cost.' }),
    unpricedBefore: CountOut.meta({ description: 'Number of these events that had no price.' }),
    oldCost: DecimalOut.meta({ description: 'The sum of their costs before, in USD.' }),
    newCost: DecimalOut.meta({ description: 'The sum of their costs since, in USD.' }),
    keptEvents: CountOut.meta({
      description: 'Number of events that a revert leaves as they are, because they were corrected since.',
    }),
    createdAt: InstantOut.nullable().meta({ description: 'When the run was asked for, in UTC.' }),
    finishedAt: InstantOut.nullable().meta({ description: 'When it ended, in UTC.' }),
  })
  .meta({ description: 'A run that gives events of the past the costs of the prices of now.' })
  .register(typeNames, { name: 'Repricing' })
  .register(samples, {
    sample: {
      id: '018d0c3e-7b3b-7e21-b3c5-6d7e8f9a0b1c',
      state: 'done' as const,
      revertsId: null,
      ...window,
      model: 'gpt-4.1*',
      provider: null,
      events: 1200,
      unpricedBefore: 1200,
      oldCost: '0',
      newCost: '4.32',
      keptEvents: 0,
      createdAt: '2026-07-02T09:00:00.000Z',
      finishedAt: '2026-07-02T09:00:01.500Z',
    },
  });

export type Repricing = z.output<typeof Repricing>;
