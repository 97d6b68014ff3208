import { z } from 'zod';
import { Variables } from '../schema/free-form.ts';
import { InstantOut } from '../schema/instant.ts';
import { pageFields } from '../schema/page.ts';
import { RecordId } from '../schema/record-id.ts';
import { text } from '../schema/text.ts';

const ReportName = text(255, 1).meta({ description: 'Its name, unique per account.', example: 'Weekly ROI' });

/** A saved question, as every surface shows it. */
export const Report = z.object({
  id: RecordId,
  name: z.string(),
  description: z.string().nullable(),
  document: z.string().meta({ description: 'A GraphQL query.' }),
  variables: z.record(z.string(), z.unknown()).meta({ description: 'Values of its variables.' }),
  createdAt: InstantOut,
  updatedAt: InstantOut,
});

export type Report = z.output<typeof Report>;

export const SaveReportInput = z.strictObject({
  name: ReportName,
  description: text(5000).nullish(),
  document: text(64 * 1024, 1).meta({ description: 'A GraphQL document with one query.' }),
  variables: Variables.nullish().meta({ description: 'Values of its variables; a run may give others.' }),
});

export const ReportPage = z.strictObject({ ...pageFields });
export const ByName = z.strictObject({ name: ReportName });
export const DeletedReport = z.object({ name: z.string(), deleted: z.literal(true) });

export const RunReportInput = z.strictObject({
  name: ReportName,
  variables: Variables.nullish().meta({ description: 'Values that stand before the saved ones.' }),
});

export const ReportResult = z.object({
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable().meta({ description: 'What the query answers.' }),
  errors: z
    .array(
      z.object({
        message: z.string(),
        code: z.string(),
        path: z.array(z.union([z.string(), z.int()])).optional(),
      }),
    )
    .optional()
    .meta({ description: 'What could not be answered, and why.' }),
});
