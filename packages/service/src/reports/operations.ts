import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { databaseNow } from '../database/entity-properties.ts';
import { escapeLike } from '../database/lookup-sql.ts';
import { defineCommand, defineQuery } from '../operations/define.ts';
import { idBefore, pageById } from '../operations/page-by-id.ts';
import { forgetAnswers } from '../operations/stored-answers.ts';
import { pageOf } from '../schema/page.ts';
import { ReportEntity } from './report.entity.ts';
import {
  ByName,
  DeletedReport,
  Report,
  ReportPage,
  ReportResult,
  RunReportInput,
  SaveReportInput,
} from './report.schema.ts';

const saveReport = defineCommand({
  name: 'reports.save',
  summary: 'Save a report',
  description: 'Keeps a GraphQL query under a name. Saving under a name that exists replaces the report.',
  scope: 'reports:write',
  graphql: { mutation: 'saveReport' },
  input: SaveReportInput,
  output: Report,
  errors: ['Not Found'],
  shownRow: ({ id }) => id,
  async run({ em, documents, principal: { developerId } }, { name, document, ...rest }) {
    const variables = rest.variables ?? {};
    documents.check({ document, variables });
    const saved = { name, description: rest.description ?? null, document, variables };
    const report = await em.upsert(
      ReportEntity,
      { developerId, id: newId(), ...saved, createdAt: databaseNow(), updatedAt: databaseNow() },
      { onConflictFields: ['developerId', 'name'], onConflictExcludeFields: ['id', 'createdAt'] },
    );
    return toReport(report);
  },
});

const listReports = defineQuery({
  name: 'reports.list',
  summary: 'List reports',
  scope: 'reports:read',
  graphql: { query: 'reports' },
  mcp: {
    tool: 'list_reports',
    description: 'Lists the saved reports, newest first: questions that run_report answers.',
  },
  input: ReportPage,
  output: pageOf(Report),
  async run({ database, principal: { developerId } }, { limit, offset, cursor, search }) {
    const after = idBefore('reports', cursor);
    const rows = await database.fork().find(
      ReportEntity,
      {
        developerId,
        ...(after !== undefined && { id: { $lt: after } }),
        ...(search !== undefined && { name: { $ilike: `%${escapeLike(search)}%` } }),
      },
      { orderBy: { id: 'desc' }, limit: limit + 1, offset },
    );
    return pageById(rows, { list: 'reports', limit }, toReport);
  },
});

const getReport = defineQuery({
  name: 'reports.get',
  summary: 'Retrieve a report',
  scope: 'reports:read',
  graphql: { query: 'report' },
  input: ByName,
  output: Report,
  errors: ['Not Found'],
  run: async ({ database, principal }, { name }) =>
    toReport(await findReport(database.fork(), principal.developerId, name)),
});

/** Throws `Not Found`. */
async function findReport(em: EntityManager, developerId: string, name: string) {
  const report = await em.findOne(ReportEntity, { developerId, name });
  if (!report) throw new OutturnError('Not Found', { message: 'There is no report with this name.' });
  return report;
}

const runReport = defineQuery({
  name: 'reports.run',
  summary: 'Run a report',
  description: 'Answers the saved query now, with the permissions of the caller.',
  scope: 'reports:read',
  graphql: { query: 'runReport' },
  mcp: {
    tool: 'run_report',
    description: 'Answers a saved report now. Amounts are decimal strings in USD, times are in UTC.',
  },
  input: RunReportInput,
  output: ReportResult,
  errors: ['Not Found'],
  async run({ database, documents, call, principal }, { name, variables }) {
    const report = await findReport(database.fork(), principal.developerId, name);
    const document = { document: report.document, variables: { ...report.variables, ...variables } };
    const { data, errors } = await documents.run(document, call);
    return {
      name,
      data,
      ...(errors && {
        errors: errors.map(({ path, ...error }) => ({ ...error, ...(path && { path: [...path] }) })),
      }),
    };
  },
});

const deleteReport = defineCommand({
  name: 'reports.delete',
  summary: 'Delete a report',
  scope: 'reports:write',
  graphql: { mutation: 'deleteReport' },
  input: ByName,
  output: DeletedReport,
  errors: ['Not Found'],
  async run({ em, principal }, { name }) {
    const report = await findReport(em, principal.developerId, name);
    await em.remove(report).flush();
    await forgetAnswers(em, report);
    return { name, deleted: true as const };
  },
});

export type { Report } from './report.schema.ts';

export const reports = {
  save: saveReport,
  list: listReports,
  get: getReport,
  run: runReport,
  delete: deleteReport,
};

function toReport(row: InferEntity<typeof ReportEntity>): Report {
  const { id, name, description = null, document, variables, createdAt, updatedAt } = row;
  return {
    id,
    name,
    description,
    document,
    variables,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
