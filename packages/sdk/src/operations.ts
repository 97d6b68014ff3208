import type { operations } from './openapi.ts';

/** The name of an operation of the API, such as `revenues.record`. */
export type OperationId = keyof operations;

/** What the operation takes as its body; never where it has none. */
export type Input<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** Filters, order and page of a list. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** What the operation answers with. */
export type Output<Id extends OperationId> =
  operations[Id]['responses'] extends Record<number, { content: { 'application/json': infer Body } }>
    ? Body
    : undefined;

/** The kinds of records: the groups that record. */
export type RecordKind =
  Extract<OperationId, `${string}.recordBatch`> extends `${infer Kind}.recordBatch` ? Kind : never;

/** One item of a batch: what is recorded, and an idempotency key of its own if you have one. */
export type BatchItem<Kind extends RecordKind> = ItemOf<Input<`${Kind}.recordBatch`>>;

/** A record as the API answers with it. */
export type RecordOf<Kind extends RecordKind> = Output<`${Kind}.get`>;

/** What a list is a list of. */
export type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;
