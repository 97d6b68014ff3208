import { z } from 'zod';
import { actions, authors, runActions } from '../../ledger/correcting/pending-correction.ts';
import { typeNameOf } from '../../operations/names.ts';
import { hint } from '../../schema/error-message.ts';
import { InstantOut } from '../../schema/instant.ts';
import { Version } from '../../schema/record-fields.ts';
import { OwnId, RecordId } from '../../schema/record-id.ts';
import { sampleCreatedAt } from '../../schema/sample-values.ts';
import { samples, scalars, typeNames } from '../../schema/scalars-and-samples.ts';
import { text, textOut } from '../../schema/text.ts';

const actionNames = Object.keys(actions) as (keyof typeof actions)[];
const listedNames = [...actionNames, ...(Object.keys(runActions) as (keyof typeof runActions)[])];
const authorNames = Object.keys(authors) as (keyof typeof authors)[];
const wholeNumber = 'must be a whole number from 1';
const expectedVersion = z
  .int({ error: wholeNumber })
  .min(1, { error: wholeNumber })
  .register(scalars, { scalar: 'Count' });
const sampleId = '018d0c3e-7b2c-7a04-b1d3-5e6f7a8b9c10';

const CorrectionAction = z
  .enum(actionNames, hint(`must be one of ${actionNames.join(', ')}`))
  .meta({ description: 'What a correction does.' })
  .register(scalars, { scalar: 'String' });

/** Lists also have an entry for each run of repricing, in place of its amendments. */
export const ListedAction = z
  .enum(listedNames, hint(`must be one of ${listedNames.join(', ')}`))
  .meta({
    description:
      'What a correction does; `reprice` and `revert` stand for the amendments of a run, which is their record.',
  })
  .register(scalars, { scalar: 'String' });

const authorKind = z
  .enum(authorNames)
  .meta({ description: 'Whether a program or a person corrected the record.' })
  .register(scalars, { scalar: 'String' });

const author = z
  .object({
    kind: authorKind,
    id: RecordId.meta({ description: 'Id of the API key, or of the user.' }),
  })
  .meta({ description: 'Who corrected the record.' })
  .register(typeNames, { name: 'CorrectionAuthor' });

/** The fields of every correction, beside the kind of its record. */
const about = {
  recordId: RecordId.meta({ description: 'Id of the record.' }),
  action: CorrectionAction.meta({ description: 'What the correction does.' }),
  reason: textOut(1_000).meta({ description: 'Why the record was corrected.' }),
  version: Version.meta({ description: 'The version that it made.', example: 2 }),
};

const made = {
  causeId: RecordId.nullable().meta({
    description:
      'The correction of the goal or event that this one follows; null for one that was asked for.',
  }),
  runId: RecordId.nullable().meta({
    description: 'The run of repricing that this one is part of; null for any other.',
  }),
  createdBy: author,
  createdAt: InstantOut.meta({ description: 'When the record was corrected, in UTC.' }),
};

const sample = {
  id: sampleId,
  recordId: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
  action: 'void' as const,
  reason: 'Recorded twice',
  version: 2,
  causeId: null,
  runId: null,
  createdBy: { kind: 'apiKey' as const, id: '018d0c3e-7b2d-7b15-8c4e-6f7a8b9c0d21' },
  createdAt: sampleCreatedAt,
};

/** A correction of any of these kinds, without the record. */
export function summaryOf<const Names extends readonly [string, ...string[]], Action extends z.ZodType>(
  names: Names,
  action: Action,
) {
  return z
    .object({
      id: OwnId.meta({ description: 'Identifier of the correction.' }),
      kind: z
        .enum(names)
        .meta({ description: 'Kind of the record.' })
        .register(scalars, { scalar: 'String' }),
      ...about,
      action,
      ...made,
    })
    .meta({ description: 'A correction of a record.' })
    .register(samples, { sample: { kind: names[0], ...sample } });
}

/** The schemas of the corrections of a kind, which follow from those of its records. */
export function correctionSchemas<
  const Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
>({ name, input, output }: { name: Name; input: Input; output: Output }) {
  const type = typeNameOf({ name });
  const fields = Object.entries(input.shape).filter(([field]) => field !== 'key');
  const changes = z
    .strictObject(
      Object.fromEntries(fields.map(([field, schema]) => [field, (schema as z.ZodType).optional()])),
    )
    .refine((given) => Object.keys(given).length > 0, { error: 'must name at least one field' })
    .meta({
      description: 'The fields to replace, of an amendment. Null empties a field that may be empty.',
    })
    .register(typeNames, { name: `${type}Changes` }) as unknown as z.ZodType<
    Partial<Omit<z.output<Input>, 'key'>>,
    Partial<Omit<z.input<Input>, 'key'>>
  >;
  const correct = z
    .strictObject({
      id: RecordId.meta({ description: 'Id of the record.' }),
      action: CorrectionAction.meta({
        description:
          '`void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.',
      }),
      changes: changes.nullish(),
      expectedVersion: expectedVersion.nullish().meta({
        description: 'Refuses the correction unless the record has this version.',
      }),
      reason: text(1_000, 1).meta({ description: 'Why, for people.', example: 'Recorded twice' }),
    })
    .refine(({ action, changes }) => (action === 'amend') === (changes != null), {
      path: ['changes'],
      error: 'must be sent with the action "amend", and with no other',
    })
    .register(samples, { sample: { id: sample.recordId, action: 'void', reason: sample.reason } });
  const recorded: unknown = samples.get(output)?.sample;
  // The sample of a record has the type of its schema, which the registry does not keep.
  const ofRecord = (value: object) => value as never;
  const recordOf = (description: string) => output.nullable().meta({ description });
  const correction = z
    .object({
      id: OwnId.meta({ description: 'Identifier of the correction.' }),
      kind: z.literal(name).meta({ description: 'Kind of the record.' }),
      ...about,
      before: recordOf('The record in the version before; null if it did not count.'),
      after: recordOf('The record in this version; null if it does not count.'),
      ...made,
    })
    .meta({ description: 'A correction of a record, with the record before and after.' })
    .register(typeNames, { name: `${type}Correction` })
    .register(samples, { sample: ofRecord({ kind: name, ...sample, before: recorded, after: null }) });
  const summary = summaryOf([name], CorrectionAction).register(typeNames, {
    name: `${type}CorrectionSummary`,
  });
  const entry = z
    .object({
      version: Version.meta({ description: 'From 1, for the record as it was recorded.' }),
      record: recordOf('The record in this version; null where it was voided.'),
      correction: summary.nullable().meta({ description: 'What made the version; null for the first.' }),
    })
    .meta({ description: 'A version of a record.' })
    .register(typeNames, { name: `${type}Version` })
    .register(samples, { sample: ofRecord({ version: 1, record: recorded, correction: null }) });
  return { correct, correction, entry };
}
