import { z } from 'zod';
import { readSessionsOfEach, type Session, sessions } from '../catalogue/sessions/session-operations.ts';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery } from '../operations/define.ts';
import { checkTotal, costOfEach, ofEachFields, pagesOf, renderPages } from './per-owner.schema.ts';

/** Cursors are interchangeable with those of `sessions.list`. */
const order = { list: 'sessions', sort: '-id' };
const { agentKey, customerKey } = sessions.list.input.shape;

export const sessionsOfEach = defineQuery({
  name: 'sessions.listOfEach',
  summary: 'List sessions of each of several owners, newest first',
  scope: sessions.list.scope,
  input: z
    .strictObject({ owner: z.enum(['agents', 'customers']), ...ofEachFields, agentKey, customerKey })
    .superRefine(checkTotal),
  output: pagesOf(sessions.get.output),
  cost: costOfEach,
  async run(context, { owner, limit, cursor, ...input }) {
    const pages = await readSessionsOfEach(context, {
      owner: owner === 'agents' ? 'agent' : 'customer',
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
