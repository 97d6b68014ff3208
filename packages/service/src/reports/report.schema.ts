import { z } from 'zod';
import { JsonObjectOut, Variables } from '../schema/free-form.ts';
import { InstantOut } from '../schema/instant.ts';
import { pageFields, search } from '../schema/page.ts';
import { RecordId } from '../schema/record-id.ts';
import { scalars, typeNames } from '../schema/scalars-and-samples.ts';
import { text } from '../schema/text.ts';

const ReportName = text(255, 1).meta({ description: 'Its name, unique per account.', example: 'Weekly ROI' });

export const Report = z
  .object({
    id: RecordId,
    name: z.string(),
    description: z.string().nullable(),
    document: z.string().meta({ description: 'A GraphQL query.' }),
    variables: JsonObjectOut.meta({ description: 'Values of its variables.' }),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ description: 'A saved GraphQL query.' });

export type Report = z.output<typeof Report>;

export const SaveReportInput = z.strictObject({
  name: ReportName,
  description: text(5000).nullish(),
  document: text(64 * 1024, 1).meta({ description: 'A GraphQL document with one query.' }),
  variables: Variables.nullish().meta({ description: 'Values of its variables; a run may give others.' }),
});

export const ReportPage = z.strictObject({ ...pageFields, search });
export const ByName = z.strictObject({ name: ReportName });
export const DeletedReport = z
  .object({ name: z.string(), deleted: z.literal(true) })
  .meta({ description: 'The report that was deleted.' })
  .register(typeNames, { name: 'DeletedReport' });

export const RunReportInput = z.strictObject({
  name: ReportName,
  variables: Variables.nullish().meta({ description: 'Values that stand before the saved ones.' }),
});

export const ReportResult = z
  .object({
    name: z.string(),
    data: JsonObjectOut.nullable().meta({ description: 'The answer of the query.' }),
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
