import { operations, type Revenue } from '@outturn/service';
import { builder } from '../builder.ts';
import { resolveConnection } from '../connection.ts';
import { runMutation, runQuery } from '../run-operation.ts';

const RevenueType = builder.objectRef<Revenue>('Revenue').implement({
  description: 'Revenue that an agent brought in.',
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key', { description: 'Key of the record: yours, or one generated from the id.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'In USD.' }),
    source: t.exposeString('source', { description: 'Origin of the record.' }),
    agentId: t.exposeID('agentId', { nullable: true }),
    agentKey: t.exposeString('agentKey', { nullable: true }),
    customerId: t.exposeID('customerId', { nullable: true }),
    customerKey: t.exposeString('customerKey', { nullable: true }),
    goalId: t.exposeID('goalId', { nullable: true }),
    eventId: t.exposeID('eventId', { nullable: true }),
    description: t.exposeString('description', { nullable: true }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const RecordRevenueInput = builder.inputType('RecordRevenueInput', {
  fields: (t) => ({
    amount: t.field({ type: 'Decimal', required: true }),
    recordedAt: t.field({ type: 'DateTime', required: true }),
    agentKey: t.string({ description: 'A new key creates its agent.' }),
    agentId: t.id({ description: 'An existing agent, instead of agentKey.' }),
    customerKey: t.string({ description: 'A new key creates its customer.' }),
    customerId: t.id({ description: 'An existing customer, instead of customerKey.' }),
    sessionKey: t.string({ description: 'A new key creates its session.' }),
    goalId: t.id({ description: 'The goal that brought the revenue.' }),
    eventId: t.id({ description: 'The event that brought the revenue.' }),
    key: t.string({ description: 'A key of your own for this record.' }),
    source: t.string({ description: 'Origin of the record; Manual if absent.' }),
    description: t.string(),
  }),
});

builder.queryFields((t) => ({
  revenues: t.connection({
    type: RevenueType,
    description: 'Revenue records, newest first.',
    resolve: (_, args, context) => resolveConnection(context, operations.revenues.list, args),
  }),
  revenue: t.field({
    type: RevenueType,
    nullable: true,
    description: 'One revenue record.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, context) =>
      (await runQuery(context, operations.revenues.get, { id })).output.value,
  }),
}));

builder.mutationFields((t) => ({
  recordRevenue: t.field({
    type: RevenueType,
    description: operations.revenues.record.summary,
    args: {
      input: t.arg({ type: RecordRevenueInput, required: true }),
      idempotencyKey: t.arg.string({ description: 'Makes the mutation safe to retry.' }),
    },
    resolve: (_, { input, idempotencyKey }, context, info) =>
      runMutation(context, operations.revenues.record, { input, idempotencyKey, info }),
  }),
}));
