import { type InferEntity, LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { Analytics } from '../analytics/index.ts';
import { invalidRequest, OutturnError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { requireScope } from '../base/principal.ts';
import { databaseNow } from '../database/entity-properties.ts';
import { escapeLike } from '../database/lookup-sql.ts';
import { defineCommand, defineQuery, type Query, type QueryContext } from '../operations/define.ts';
import { idBefore, pageById } from '../operations/page-by-id.ts';
import { forgetAnswers } from '../operations/stored-answers.ts';
import { pageOf } from '../schema/page.ts';
import { validate } from '../schema/validate.ts';
import { ReportEntity, type StoredView } from './report.entity.ts';
import {
  ByName,
  DeletedReport,
  NO_VARIABLES,
  RenameReportInput,
  ReportPage,
  ReportResult,
  RunReportInput,
  reportSchemas,
} from './report.schema.ts';

type Slice<Question extends z.ZodType> = Query<'analytics.slice', Question, typeof Analytics>;

/** Saved questions: documents of GraphQL, and views, which are questions to `slice`. */
export function defineReports<Question extends z.ZodType>(slice: Slice<Question>) {
  const { Report, SaveReportInput } = reportSchemas(slice.input);
  type Report = z.output<typeof Report>;

  function toReport(row: InferEntity<typeof ReportEntity>): Report {
    const {
      id,
      name,
      description = null,
      document = null,
      variables,
      view = null,
      createdAt,
      updatedAt,
    } = row;
    return {
      id,
      name,
      description,
      document,
      variables,
      // Its schema has taken it when it was saved.
      view: view as Report['view'],
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }

  return {
    save: defineCommand({
      name: 'reports.save',
      summary: 'Save a report',
      description:
        'Keeps a question under a name: a GraphQL query as a document, or a view. Saving under a name that exists replaces the report.',
      scope: 'reports:write',
      graphql: { mutation: 'saveReport' },
      input: SaveReportInput,
      output: Report,
      errors: ['Not Found'],
      shownRow: ({ id }) => id,
      async run({ em, documents, principal: { developerId } }, { name, ...given }) {
        const { description = null, document = null, view = null } = given;
        const variables = given.variables ?? {};
        if (document !== null) documents.check({ document, variables });
        const saved = { name, description, document, variables, view: view as StoredView | null };
        const report = await em.upsert(
          ReportEntity,
          { developerId, id: newId(), ...saved, createdAt: databaseNow(), updatedAt: databaseNow() },
          { onConflictFields: ['developerId', 'name'], onConflictExcludeFields: ['id', 'createdAt'] },
        );
        return toReport(report);
      },
    }),

    list: defineQuery({
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
    }),

    get: defineQuery({
      name: 'reports.get',
      summary: 'Retrieve a report',
      scope: 'reports:read',
      graphql: { query: 'report' },
      input: ByName,
      output: Report,
      errors: ['Not Found'],
      run: async ({ database, principal }, { name }) =>
        toReport(await findReport(database.fork(), principal.developerId, name)),
    }),

    run: defineQuery({
      name: 'reports.run',
      summary: 'Run a report',
      description:
        'Answers the saved question now, with the permissions of the caller. A view requires the scope `analytics:read`, too.',
      scope: 'reports:read',
      graphql: { query: 'runReport' },
      mcp: {
        tool: 'run_report',
        description: 'Answers a saved report now. Amounts are decimal strings in USD, times are in UTC.',
      },
      input: RunReportInput,
      output: ReportResult,
      errors: ['Not Found'],
      async run(context, { name, variables }) {
        const { database, documents, call, principal } = context;
        const report = await findReport(database.fork(), principal.developerId, name);
        if (report.document == null) {
          if (variables != null) throw invalidRequest([{ field: 'variables', message: NO_VARIABLES }]);
          return { name, data: await answer(context, slice, report.view?.question) };
        }
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
    }),

    rename: defineCommand({
      name: 'reports.rename',
      summary: 'Rename a report',
      scope: 'reports:write',
      graphql: { mutation: 'renameReport' },
      input: RenameReportInput,
      output: Report,
      errors: ['Already Exists', 'Not Found'],
      shownRow: ({ id }) => id,
      async run({ em, principal }, { name, newName }) {
        const report = await findReport(em, principal.developerId, name, locked);
        em.assign(report, { name: newName, updatedAt: databaseNow() });
        try {
          await em.flush();
        } catch (error) {
          if (!(error instanceof UniqueConstraintViolationException)) throw error;
          const message = 'is the name of another report; choose another name, or delete that one first';
          throw new OutturnError('Already Exists', {
            message: `newName ${message}`,
            details: [{ field: 'newName', message }],
          });
        }
        return toReport(report);
      },
    }),

    delete: defineCommand({
      name: 'reports.delete',
      summary: 'Delete a report',
      scope: 'reports:write',
      graphql: { mutation: 'deleteReport' },
      input: ByName,
      output: DeletedReport,
      errors: ['Not Found'],
      async run({ em, principal }, { name }) {
        const report = await findReport(em, principal.developerId, name, locked);
        await em.remove(report).flush();
        await forgetAnswers(em, report);
        return { name, deleted: true as const };
      },
    }),
  };
}

/** Until the end of the transaction. */
const locked = { lockMode: LockMode.PESSIMISTIC_WRITE };

/** Throws `Not Found`. */
async function findReport(
  em: EntityManager,
  developerId: string,
  name: string,
  options: { lockMode?: LockMode } = {},
) {
  const report = await em.findOne(ReportEntity, { developerId, name }, options);
  if (!report) throw new OutturnError('Not Found', { message: 'There is no report with this name.' });
  return report;
}

/** The answer to the question of a view, with the permissions, limits and cost of `analytics.slice`. */
async function answer<Question extends z.ZodType>(
  context: QueryContext,
  slice: Slice<Question>,
  question: unknown,
) {
  requireScope(context.principal, slice.scope);
  const input = validate(slice.input, question);
  // Less the call that running the report was charged.
  const cost = slice.cost?.(input) ?? 1;
  if (cost > 1) await context.call.admit?.(cost - 1, cost);
  // Its result is a plain value.
  return (await slice.run(context, input)) as Analytics;
}
