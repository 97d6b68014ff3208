import type { EntitySchema } from '@mikro-orm/core';
import { z } from 'zod';
import { invalidRequest } from '../../base/errors.ts';
import { type Principal, requireScope } from '../../base/principal.ts';
import { defineQuery } from '../../operations/define.ts';
import { getMany } from '../../operations/get-many.ts';
import { hint } from '../../schema/error-message.ts';
import { between } from '../../schema/list-filters.ts';
import { pageFields, pageOf, search } from '../../schema/page.ts';
import { scalars } from '../../schema/scalars-and-samples.ts';
import { Key } from '../../schema/text.ts';
import { ByKey } from '../definition/dimension.schema.ts';
import { readSession, readSessions, readSessionsByKey } from './read-sessions.ts';
import { SessionEntity } from './session.entity.ts';
import { Session } from './session.schema.ts';
import { sessionDimension } from './session-names.ts';
import { readSummaries } from './session-summary.ts';

/** Sessions of one answer whose records are summed. */
const MAX_SUMMARIES = 100;
const errorsHint = hint('must be true or false');

const include = z
  .enum(['summary'], { error: 'must be summary' })
  .register(scalars, { scalar: 'String' })
  .optional();

export const sessionFilters = {
  agentKey: Key.optional().meta({ description: 'Only sessions of this agent.' }),
  customerKey: Key.optional().meta({ description: 'Only sessions of this customer.' }),
  search,
  ...between('createdAt'),
  goalKey: Key.optional().meta({ description: 'Only sessions that achieved a goal of this type.' }),
  toolKey: Key.optional().meta({ description: 'Only sessions that called this tool.' }),
  hasErrors: z
    .boolean(errorsHint)
    .optional()
    .meta({ description: 'Only sessions with an event that failed, or only those without.' }),
};

/** Filters and sums tell what records hold. */
export function requireScopesOf(
  principal: Principal,
  {
    goalKey,
    toolKey,
    hasErrors,
    include,
  }: { goalKey?: unknown; toolKey?: unknown; hasErrors?: unknown; include?: unknown },
): void {
  if (goalKey !== undefined) requireScope(principal, 'goals:read');
  if (toolKey !== undefined || hasErrors !== undefined) requireScope(principal, 'events:read');
  if (include !== undefined) requireScope(principal, 'analytics:read');
}

const list = defineQuery({
  name: 'sessions.list',
  summary: 'List sessions',
  description:
    '`goalKey` also needs the scope `goals:read`, `toolKey` and `hasErrors` need `events:read`, and `include` needs `analytics:read`.',
  scope: 'sessions:read',
  rest: { method: 'get', path: '/sessions' },
  graphql: { query: 'sessions' },
  mcp: {
    tool: 'list_sessions',
    description: 'Lists sessions (runs of agents), newest first. Times are in UTC.',
  },
  input: z.strictObject({
    ...pageFields,
    ...sessionFilters,
    include: include.meta({
      description: `With \`summary\`, each session has the sums of its records; \`limit\` is then at most ${MAX_SUMMARIES}.`,
    }),
  }),
  output: pageOf(Session),
  async run(context, { include, ...input }) {
    requireScopesOf(context.principal, { include, ...input });
    if (include && input.limit > MAX_SUMMARIES)
      throw invalidRequest([
        { field: 'limit', message: `must be at most ${MAX_SUMMARIES} with include=summary` },
      ]);
    return readSessions(context, input, include && readSummaries);
  },
});

const get = defineQuery({
  name: 'sessions.get',
  summary: 'Retrieve a session',
  description: '`include` also needs the scope `analytics:read`.',
  scope: 'sessions:read',
  rest: { method: 'get', path: '/sessions/{key}' },
  graphql: { query: 'session' },
  mcp: {
    tool: 'get_session',
    description:
      'Reads one session (a run of an agent) and its records in order of time: what happened, what it cost and what it brought. Amounts are decimal strings in USD, times are in UTC.',
  },
  input: ByKey.extend({
    include: include.meta({ description: 'With `summary`, the session has the sums of its records.' }),
  }),
  output: Session,
  errors: ['Not Found'],
  async run(context, { key, include }) {
    requireScopesOf(context.principal, { include });
    const session = await readSession(context, key);
    if (!include) return session;
    const summaries = await readSummaries(context, [session.id]);
    return { ...session, summary: summaries.get(session.id) ?? null };
  },
});

/** Records alone create sessions. */
export const sessions = {
  ...sessionDimension,
  entity: SessionEntity as EntitySchema,
  output: Session,
  operations: { list, get },
  many: getMany(get, readSessionsByKey),
};
