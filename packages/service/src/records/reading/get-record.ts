import { OutturnError } from '../../base/errors.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import type { QueryContext } from '../../operations/define.ts';
import { Rendered } from '../../operations/rendered.ts';

/** Another developer's record is `Not Found` too. */
export async function getRecord<T>(
  { recordReader, principal }: QueryContext,
  kind: RecordKind,
  id: string,
): Promise<Rendered<T>> {
  const text = await recordReader.read(kind, principal.developerId, id);
  if (text === undefined) throw new OutturnError('Not Found');
  return new Rendered<T>(text);
}
