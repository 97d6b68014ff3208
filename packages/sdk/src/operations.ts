import type { operations } from './generated/openapi.ts';

/** Such as `revenues.record`. */
export type OperationId = keyof operations;

/** Request body; `never` if the operation has none. */
export type Input<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** Filters, sort order and page of a list, without the key of the path, which is an argument of its own. */
export type Query<Id extends OperationId> = Omit<
  NonNullable<operations[Id]['parameters']['query']>,
  operations[Id]['parameters'] extends { path: infer Path } ? keyof Path : never
>;

/** Response body. */
export type Output<Id extends OperationId> =
  operations[Id]['responses'] extends Record<number, { content: { 'application/json': infer Body } }>
    ? Body
    : undefined;

export type RecordKind =
  Extract<OperationId, `${string}.recordBatch`> extends `${infer Kind}.recordBatch` ? Kind : never;

/** Item of a batch with an optional idempotency key. */
export type BatchItem<Kind extends RecordKind> = ItemOf<Input<`${Kind}.recordBatch`>>;

/** A record as returned by the API. */
export type RecordOf<Kind extends RecordKind> = Output<`${Kind}.get`>;

/** A correction of a record, as returned by the API. */
export type CorrectionOf<Kind extends RecordKind> = Output<`${Kind}.correct`>;

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;
