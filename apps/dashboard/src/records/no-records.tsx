import { Anchor } from '@mantine/core';
import { type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { TextLink } from '../shell/links.tsx';

/** The text of an empty list: no match for the filters, or no records yet and how to send one. */
export function NoRecords({ kind, isFiltered }: { kind: RecordKind; isFiltered: boolean }) {
  const name = recordKinds[kind].title.toLowerCase();
  if (isFiltered) return <>No {name} match these filters.</>;
  return (
    <>
      No {name} have been recorded yet.{' '}
      <TextLink to="/settings/api-keys" inherit>
        Create an API key
      </TextLink>{' '}
      and send one; see the{' '}
      <Anchor href="/docs" target="_blank" underline="always" inherit>
        API docs
      </Anchor>
      .
    </>
  );
}
