import { z } from 'zod';
import { readSessionsOfEach } from '../catalogue/sessions/read-sessions.ts';
import type { Session } from '../catalogue/sessions/session.schema.ts';
import { requireScopesOf, sessionFilters, sessions } from '../catalogue/sessions/sessions.ts';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery } from '../operations/define.ts';
import { checkTotal, costOfEach, ofEachFields, pagesOf, renderPages } from './per-parent.schema.ts';

const { list } = sessions.operations;
/** Cursors are interchangeable with those of `sessions.list`. */
const order = { list: 'sessions', sort: '-id' };

export const sessionsOfEach = defineQuery({
  name: 'sessions.listOfEach',
  summary: 'List sessions of each of several parents, newest first',
  scope: list.scope,
  withoutMount: 'GraphQL alone lists the sessions of many at once.',
  input: z
    .strictObject({ parent: z.enum(['agents', 'customers']), ...ofEachFields, ...sessionFilters })
    .superRefine(checkTotal),
  output: pagesOf(sessions.output),
  cost: costOfEach,
  async run(context, { parent, limit, cursor, ...input }) {
    requireScopesOf(context.principal, input);
    const pages = await readSessionsOfEach(context, {
      parent: parent === 'agents' ? 'agent' : 'customer',
      ...input,
      limit: limit + 1,
      after: cursor === undefined ? undefined : decodeCursor(cursor, order).id,
    });
    const placed = pages.map((page) =>
      page.map((session) => ({
        text: JSON.stringify(session),
        cursor: encodeCursor(order, { value: session.id, id: session.id }),
      })),
    );
    return renderPages<Session>(placed, { limit });
  },
});
