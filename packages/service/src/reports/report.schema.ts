import { z } from 'zod';
import { measureNames } from '../analytics/index.ts';
import { JsonObjectOut, Variables } from '../schema/free-form.ts';
import { InstantOut } from '../schema/instant.ts';
import { pageFields, search } from '../schema/page.ts';
import { RecordId } from '../schema/record-id.ts';
import { scalars, typeNames } from '../schema/scalars-and-samples.ts';
import { text } from '../schema/text.ts';

const ReportName = text(255, 1).meta({ description: 'Its name, unique per account.', example: 'Weekly ROI' });

const MAX_VIEW = 64 * 1024;

/** The schemas that depend on the questions of a model. */
export function reportSchemas<Question extends z.ZodType>(question: Question) {
  const View = z
    .strictObject({
      question,
      chart: z
        .strictObject({ measure: z.enum(measureNames).meta({ description: 'The measure that it shows.' }) })
        .optional()
        .meta({ description: 'The chart of the answer.' }),
    })
    .refine((view) => Buffer.byteLength(JSON.stringify(view)) <= MAX_VIEW, {
      error: `must be at most ${MAX_VIEW / 1024} KiB`,
    })
    .meta({
      description:
        'A question as `analytics.slice` takes it over tRPC, in JSON, with its chart. A relative window moves with time.',
    })
    .register(scalars, { scalar: 'JSONObject' });
  const Report = z
    .object({
      id: RecordId,
      name: z.string(),
      description: z.string().nullable(),
      document: z.string().nullable().meta({ description: 'A GraphQL query; null for a view.' }),
      variables: JsonObjectOut.meta({ description: 'Values of its variables.' }),
      view: View.nullable().meta({ description: 'A question with its chart; null for a document.' }),
      createdAt: InstantOut,
      updatedAt: InstantOut,
    })
    .meta({ description: 'A saved question: a GraphQL query, or a view.' });
  const SaveReportInput = z
    .strictObject({
      name: ReportName,
      description: text(5000).nullish(),
      document: text(64 * 1024, 1)
        .nullish()
        .meta({ description: 'A GraphQL document with one query. Either this or view.' }),
      variables: Variables.nullish().meta({
        description: 'Values of the variables of the document; a run may give others.',
      }),
      view: View.nullish().meta({ description: 'A question with its chart. Either this or document.' }),
    })
    .superRefine(({ document, variables, view }, context) => {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (document == null && view == null) refuse('view', 'or document is required; give one of the two');
      if (document != null && view != null)
        refuse('view', 'cannot be given beside document; leave out one of the two');
      else if (view != null && variables != null) refuse('variables', NO_VARIABLES);
    });
  return { Report, SaveReportInput };
}

export const NO_VARIABLES = 'belong to a document; a view has none, so leave them out';

export const ReportPage = z.strictObject({ ...pageFields, search });
export const ByName = z.strictObject({ name: ReportName });
export const DeletedReport = z
  .object({ name: z.string(), deleted: z.literal(true) })
  .meta({ description: 'The report that was deleted.' })
  .register(typeNames, { name: 'DeletedReport' });

export const RenameReportInput = z.strictObject({
  name: ReportName,
  newName: ReportName.meta({ description: 'Its new name, which no other report has.' }),
});

export const RunReportInput = z.strictObject({
  name: ReportName,
  variables: Variables.nullish().meta({
    description: 'Values that stand before the saved ones. A view takes none.',
  }),
});

export const ReportResult = z
  .object({
    name: z.string(),
    data: JsonObjectOut.nullable().meta({
      description: 'The answer of the query, or that of `analytics.slice` to the question of the view.',
    }),
    errors: z
      .array(
        z
          .object({
            message: z.string(),
            code: z.string().meta({ description: 'A code of the error catalogue.' }),
            path: z
              .array(z.union([z.string(), z.int()]).register(scalars, { scalar: 'String' }))
              .optional()
              .meta({ description: 'The place in the data where it is missing.' }),
          })
          .meta({ description: 'A part of a report that has no answer, with the reason.' })
          .register(typeNames, { name: 'ReportError' }),
      )
      .optional()
      .meta({ description: 'The parts without an answer, with reasons.' }),
  })
  .meta({ description: 'The answer of a report.' })
  .register(typeNames, { name: 'ReportResult' });
