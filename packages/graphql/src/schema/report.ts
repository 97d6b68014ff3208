import { operations } from '@outturn/service';
import type { z } from 'zod';
import { builder } from '../builder.ts';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { mountMutation } from '../mount/mount-mutation.ts';
import { objectType } from '../mount/object-type.ts';

const { save, list, get, run, delete: remove } = operations.reports;

const Report = objectType('Report', {
  description: 'A saved GraphQL query.',
  output: get.output,
  fields: {
    id: 'ID',
    name: 'String',
    description: 'String',
    document: 'String',
    variables: 'JSONObject',
    createdAt: 'DateTime',
    updatedAt: 'DateTime',
  },
});

const DeletedReport = objectType('DeletedReport', {
  description: 'What was deleted.',
  output: remove.output,
  fields: { name: 'String', deleted: 'Boolean' },
});

type Result = z.output<typeof run.output>;

const ReportError = builder.objectRef<NonNullable<Result['errors']>[number]>('ReportError').implement({
  description: 'What a report could not answer, and why.',
  fields: (t) => ({
    message: t.exposeString('message'),
    code: t.exposeString('code', { description: 'A code of the error catalogue.' }),
    path: t.stringList({
      nullable: true,
      description: 'Where in the data it is missing.',
      resolve: ({ path }) => path?.map(String),
    }),
  }),
});

const ReportResult = builder.objectRef<Result>('ReportResult').implement({
  description: 'The answer of a report.',
  fields: (t) => ({
    name: t.exposeString('name'),
    data: t.expose('data', {
      type: 'JSONObject',
      nullable: true,
      description: run.output.shape.data.description,
    }),
    errors: t.field({
      type: [ReportError],
      nullable: true,
      description: run.output.shape.errors.description,
      resolve: ({ errors }) => errors,
    }),
  }),
});

mountList('reports', list, { type: Report, filter: {} });

mountGet('report', get, { type: Report, by: { name: 'String' } });

mountGet('runReport', run, { type: ReportResult, by: { name: 'String', variables: 'JSONObject' } });

mountMutation('saveReport', save, {
  type: Report,
  input: { name: 'String', description: 'String', document: 'String', variables: 'JSONObject' },
});

mountMutation('deleteReport', remove, { type: DeletedReport, input: { name: 'String' } });
