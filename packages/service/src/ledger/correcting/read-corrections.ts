import { toIsoInstant } from '../../base/instants.ts';
import { plainArray, uuidArray } from '../../database/array-literal.ts';
import type { Database } from '../../database/database.ts';
import { rowById, versionById } from '../../database/lookup-sql.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { ownColumns, selectRecords, toRecordRow } from '../../reading/read-records.ts';
import { actions, authors, runActions } from './pending-correction.ts';

/** A correction as it is stored. It never changes. */
export type StoredCorrection = {
  id: string;
  fact: number;
  recordId: string;
  version: number;
  action: string;
  reason: string;
  causeId: string | null;
  runId: string | null;
  createdBy: { kind: string; id: string };
  createdAt: string;
};

/** For {@link toCorrection}. */
export const correctionColumns =
  'c.id, c.fact, c.record_id, c.version, c.action, c.reason, c.cause_id, c.by_kind, c.by_id, c.created_at, c.run_id';

export function toCorrection(row: readonly (string | null)[]): StoredCorrection {
  const [id, fact, recordId, version, action, reason, causeId, byKind, byId, createdAt, runId] =
    row as string[];
  return {
    id: id as string,
    fact: Number(fact),
    recordId: recordId as string,
    version: Number(version),
    action: nameOf({ ...actions, ...runActions }, action),
    reason: reason as string,
    causeId: causeId ?? null,
    runId: runId ?? null,
    createdBy: { kind: nameOf(authors, byKind), id: byId as string },
    createdAt: toIsoInstant(createdAt as string),
  };
}

export function nameOf<Name extends string>(
  codes: Readonly<Record<Name, number>>,
  code: string | undefined,
): Name {
  const names = Object.keys(codes) as Name[];
  const name = names.find((one) => codes[one] === Number(code));
  if (name === undefined) throw new Error(`The code ${code} of a correction is unknown.`);
  return name;
}

/** As a list shows it, without the record. */
export function shownCorrection(kind: string, stored: StoredCorrection) {
  const { id, recordId, action, reason, version, causeId, runId, createdBy, createdAt } = stored;
  return { id, kind, recordId, action, reason, version, causeId, runId, createdBy, createdAt };
}

/** Without those of other kinds and of other developers. */
async function readStored(
  database: Database,
  kind: RecordKind,
  developerId: string,
  ids: readonly string[],
): Promise<StoredCorrection[]> {
  const rows = await database.quick(
    'corrections_by_id',
    `select ${correctionColumns} from unnest($2::uuid[]) wanted(id) cross join lateral (${rowById('corrections', 'wanted.id', '*')}) c`,
    [developerId, ids],
  );
  return rows.map(toCorrection).filter(({ fact }) => kind.facts.includes(fact));
}

/**
 * JSON of the corrections by id, with the record before and after. The versions of a record never change, wherever they are,
 * so this text is the same at any time. Unknown ids are absent.
 */
export async function readCorrections(
  database: Database,
  kind: RecordKind,
  developerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const stored = await readStored(database, kind, developerId, ids);
  const wanted = stored.flatMap(({ recordId, version }) => [
    { recordId, version: version - 1 },
    { recordId, version },
  ]);
  const versions = await readVersions(database, kind, developerId, wanted);
  return new Map(
    stored.map((one) => {
      const { id, recordId, version } = one;
      const before = versions.get(`${recordId} ${version - 1}`);
      const after = versions.get(`${recordId} ${version}`);
      return [id, correctionText(kind, one, before, after)];
    }),
  );
}

/** JSON. `before` and `after` are JSON of the record in the two versions; absent where it does not count. */
export function correctionText(
  kind: RecordKind,
  correction: Omit<StoredCorrection, 'fact'>,
  before: string | undefined,
  after: string | undefined,
): string {
  const { id, recordId, action, reason, version, causeId, runId, createdBy, createdAt } = correction;
  const head = JSON.stringify({ id, kind: kind.name, recordId, action, reason, version });
  const tail = JSON.stringify({ causeId, runId, createdBy, createdAt });
  return `${head.slice(0, -1)},"before":${before ?? null},"after":${after ?? null},${tail.slice(1)}`;
}

type Version = { recordId: string; version: number };

/**
 * JSON by record and version. Versions in which a record does not count are absent. One statement reads both tables, because
 * a version may move into the past.
 */
export async function readVersions(
  database: Database,
  kind: RecordKind,
  developerId: string,
  wanted: readonly Version[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const columns = ['id', 'created_at', ...ownColumns(kind), 'changed_at'].join(', ');
  const source = `unnest($2::uuid[], $3::integer[]) wanted(id, version) cross join lateral (
      select ${columns}, wanted.version from (${rowById(kind.table, 'wanted.id', '*')}) now where coalesce(version, 1) = wanted.version
      union all select * from (${versionById(kind.past, 'wanted.id', { columns: `${columns}, version`, condition: 't.version = wanted.version' })}) past)`;
  const rows = await database.quick(`${kind.table}_by_version`, selectRecords(kind, source), [
    developerId,
    uuidArray(wanted.map(({ recordId }) => recordId)),
    plainArray(wanted.map(({ version }) => String(version))),
  ]);
  return new Map(
    rows.map((row) => {
      const one = toRecordRow(kind, row);
      return [`${one.id} ${one.version}`, kind.render(one)];
    }),
  );
}
