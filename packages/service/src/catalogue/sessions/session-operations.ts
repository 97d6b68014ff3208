import { z } from 'zod';
import { defineQuery } from '../../operations/define.ts';
import { pageFields, pageOf } from '../../schema/page.ts';
import { Key } from '../../schema/text.ts';
import { ByKey } from '../definition/dimension.schema.ts';
import { readSession, readSessions } from './read-sessions.ts';
import { Session } from './session.schema.ts';

export { readSessionsByKey, readSessionsOfEach } from './read-sessions.ts';
export type { Session } from './session.schema.ts';

/** Records create sessions. */
export const sessions = {
  list: defineQuery({
    name: 'sessions.list',
    summary: 'List sessions',
    scope: 'sessions:read',
    input: z.strictObject({
      ...pageFields,
      agentKey: Key.optional().meta({ description: 'Only sessions of this agent.' }),
      customerKey: Key.optional().meta({ description: 'Only sessions of this customer.' }),
    }),
    output: pageOf(Session),
    run: readSessions,
  }),
  get: defineQuery({
    name: 'sessions.get',
    summary: 'Retrieve a session',
    scope: 'sessions:read',
    input: ByKey,
    output: Session,
    errors: ['Not Found'],
    run: (context, { key }) => readSession(context, key),
  }),
};
