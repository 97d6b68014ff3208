import type { RecordKind } from '../kinds/record-kinds.ts';
import { TextLink } from '../shell/links.tsx';

type RecordsLinkProps = { kind: RecordKind; search: { id?: string; sessionKey?: string }; text: string };

/** A link to a record, or to those of a session. */
export function RecordsLink({ kind, search, text }: RecordsLinkProps) {
  return (
    <TextLink to="/records/$kind" params={{ kind }} search={search} size="sm">
      <bdi>{text}</bdi>
    </TextLink>
  );
}

/** In the details of a record, a link to those of another one of its kind. The list behind them stays as it is filtered. */
export function OtherRecordLink({ id, text }: { id: string; text: string }) {
  return (
    <TextLink to="." search={(earlier) => ({ ...earlier, id })} resetScroll={false} size="sm">
      <bdi>{text}</bdi>
    </TextLink>
  );
}
