import type { EntitySchema } from '@mikro-orm/core';
import { z } from 'zod';
import { defineQuery } from '../../operations/define.ts';
import { getMany } from '../../operations/get-many.ts';
import { pageFields, pageOf } from '../../schema/page.ts';
import { Key } from '../../schema/text.ts';
import { ByKey } from '../definition/dimension.schema.ts';
import { readSession, readSessions, readSessionsByKey } from './read-sessions.ts';
import { SessionEntity } from './session.entity.ts';
import { Session } from './session.schema.ts';
import { sessionDimension } from './session-names.ts';

const list = defineQuery({
  name: 'sessions.list',
  summary: 'List sessions',
  scope: 'sessions:read',
  rest: { method: 'get', path: '/sessions' },
  graphql: { query: 'sessions' },
  input: z.strictObject({
    ...pageFields,
    agentKey: Key.optional().meta({ description: 'Only sessions of this agent.' }),
    customerKey: Key.optional().meta({ description: 'Only sessions of this customer.' }),
  }),
  output: pageOf(Session),
  run: readSessions,
});

const get = defineQuery({
  name: 'sessions.get',
  summary: 'Retrieve a session',
  scope: 'sessions:read',
  rest: { method: 'get', path: '/sessions/{key}' },
  graphql: { query: 'session' },
  input: ByKey,
  output: Session,
  errors: ['Not Found'],
  run: (context, { key }) => readSession(context, key),
});

/** Records alone create sessions. */
export const sessions = {
  ...sessionDimension,
  entity: SessionEntity as EntitySchema,
  output: Session,
  operations: { list, get },
  many: getMany(get, readSessionsByKey),
};
