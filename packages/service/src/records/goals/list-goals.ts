import { z } from 'zod';
import { defineQuery } from '../../operations/define.ts';
import {
  agentFilter,
  customerFilter,
  from,
  goalTypeFilter,
  sessionFilter,
  sortField,
  to,
} from '../../schema/list-fields.ts';
import { pageFields, pageOf } from '../../schema/page.ts';
import { listRecords } from '../reading/list-records.ts';
import { goalLedger } from './goal.ledger.ts';
import { Goal } from './goal.schema.ts';

export const listGoals = defineQuery({
  name: 'goals.list',
  summary: 'List goal achievement records',
  scope: 'goals:read',
  input: z.strictObject({
    ...pageFields,
    sort: sortField('achievedAt'),
    ...agentFilter,
    ...customerFilter,
    ...sessionFilter,
    ...goalTypeFilter,
    achievedFrom: from('achievedAt'),
    achievedTo: to('achievedAt'),
  }),
  output: pageOf(Goal),
  run: (context, input) => listRecords<Goal>(context, goalLedger, input),
});
