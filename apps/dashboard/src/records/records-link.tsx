import type { RecordKind } from '../kinds/record-kinds.ts';
import { TextLink } from '../shell/links.tsx';

/** A link to a record. */
export function RecordLink({ kind, id, text }: { kind: RecordKind; id: string; text: string }) {
  return (
    <TextLink to="/records/$kind" params={{ kind }} search={{ id }} size="sm">
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
