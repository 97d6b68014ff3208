import { OutturnError } from '../../base/errors.ts';
import { HIDDEN_TENANT } from '../../database/lookup-sql.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import {
  correctionColumns,
  readVersions,
  shownCorrection,
  toCorrection,
} from '../../ledger/correcting/read-corrections.ts';
import type { QueryContext } from '../../operations/define.ts';
import { Rendered } from '../../operations/rendered.ts';

/** All versions of a record, oldest first, each with the correction that made it. */
export async function readHistory<T>(
  { database, principal }: QueryContext,
  kind: RecordKind,
  id: string,
): Promise<Rendered<T>> {
  const { developerId } = principal;
  const rows = await database.quick(
    'corrections_of_record',
    `select ${correctionColumns} from corrections c
     where c.developer_id = ${HIDDEN_TENANT} and c.record_id >= $2 and c.record_id <= $2 order by c.record_id, c.version`,
    [developerId, id],
  );
  const corrections = rows.map(toCorrection);
  const versions = [1, ...corrections.map(({ version }) => version)];
  const records = await readVersions(
    database,
    kind,
    developerId,
    versions.map((version) => ({ recordId: id, version })),
  );
  if (records.size === 0) throw new OutturnError('Not Found');
  const entries = versions.map((version, i) => {
    const made = corrections[i - 1];
    const correction = made ? JSON.stringify(shownCorrection(kind.name, made)) : 'null';
    return `{"version":${version},"record":${records.get(`${id} ${version}`) ?? 'null'},"correction":${correction}}`;
  });
  return new Rendered<T>(`[${entries.join(',')}]`);
}
