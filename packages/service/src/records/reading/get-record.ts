import { OutturnError } from '../../base/errors.ts';
import type { LedgerKind } from '../../kinds/record-kind.ts';
import type { QueryContext } from '../../operations/define.ts';
import { Rendered } from '../../operations/rendered.ts';

/** One record of the caller. Someone else's is the same `Not Found` as one that does not exist. */
export async function getRecord<T>(
  { records, principal }: QueryContext,
  kind: LedgerKind,
  id: string,
): Promise<Rendered<T>> {
  const text = await records.read(kind, principal.developerId, id);
  if (text === undefined) throw new OutturnError('Not Found');
  return new Rendered<T>(text);
}
