import { plainArray, textArray, uuidArray } from '../../database/array-literal.ts';
import type { Database } from '../../database/database.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { inLockingOrder } from '../../kinds/record-dimensions.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { upsertDimension } from '../upsert-dimensions.ts';
import type { Change, State } from './judge.ts';

type Upserting = { ask: QueryRows; database: Database; developerId: string };

/**
 * Creates the agents, customers and other members that amendments name for the first time, as recording does, and returns
 * the changes with their ids.
 */
export async function upsertNamed(
  { ask, database, developerId }: Upserting,
  kind: RecordKind,
  changes: readonly Change[],
): Promise<Change[]> {
  const isNew = (state: State | null, i: number) => state?.dimensions[i]?.needsUpsert === true;
  const upserted = inLockingOrder(
    kind.dimensions.filter((_, i) => changes.some(({ after }) => isNew(after, i))),
  );
  if (upserted.length === 0) return [...changes];
  const naming = changes.flatMap(({ after }) => (after ? [after] : []));
  const time = kind.columns.findIndex(({ name }) => name === kind.time.column);
  const names = [
    'id',
    kind.time.column,
    ...kind.dimensions.map(({ column }) => column),
    ...upserted.map(({ stem }) => `${stem}_key`),
  ];
  const types = ['uuid', 'timestamptz', ...kind.dimensions.map(() => 'uuid'), ...upserted.map(() => 'text')];
  const values = [
    uuidArray(naming.map(({ id }) => id)),
    plainArray(naming.map((state) => state.values[time] ?? null)),
    ...kind.dimensions.map((_, i) => uuidArray(naming.map((state) => state.dimensions[i]?.id ?? null))),
    ...upserted.map((dimension) => {
      const i = kind.dimensions.indexOf(dimension);
      return textArray(naming.map((state) => (isNew(state, i) ? (state.dimensions[i]?.key ?? null) : null)));
    }),
  ];
  const input = `accepted as (select $1::uuid as developer_id, t.*
    from unnest(${types.map((type, i) => `$${i + 2}::${type}[]`).join(', ')}) with ordinality t(${names.join(', ')}, position))`;
  const ctes = upserted.map((dimension, i) =>
    upsertDimension(kind, dimension, upserted.slice(0, i), database.distribution.tenantOfRows),
  );
  const [row = []] = await ask(
    `${kind.table}_name`,
    `with ${[input, ...ctes].join(',\n')}
     select ${upserted.map(({ stem }) => `(select json_object_agg(developer_key, id) from upserted_${stem})`).join(', ')}`,
    [developerId, ...values],
  );
  const ids = upserted.map((_, i): Record<string, string> => JSON.parse(row[i] ?? '{}'));
  const settle = (state: State): State => ({
    ...state,
    dimensions: state.dimensions.map((dimension, i) => {
      if (!dimension?.needsUpsert) return dimension;
      const of = ids[kind.dimensions[i] ? upserted.indexOf(kind.dimensions[i]) : -1];
      return { id: of?.[`${developerId}${dimension.key}`] ?? dimension.id, key: dimension.key };
    }),
  });
  return changes.map((change) => (change.after ? { ...change, after: settle(change.after) } : change));
}
