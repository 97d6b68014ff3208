import { Anchor } from '@mantine/core';
import { TextLink } from '../shell/links.tsx';
import { type RecordKind, recordKinds } from './record-kinds.ts';

/** What stands in an empty list: that filters leave nothing over, or that there was nothing yet and how to begin. */
export function NoRecords({ kind, isFiltered }: { kind: RecordKind; isFiltered: boolean }) {
  const name = recordKinds[kind].title.toLowerCase();
  if (isFiltered) return <>No {name} match these filters.</>;
  return (
    <>
      No {name} have been recorded yet. To begin,{' '}
      <TextLink to="/settings/api-keys" inherit>
        generate an API key
      </TextLink>{' '}
      and send the first as the{' '}
      <Anchor href="/docs" target="_blank" underline="always" inherit>
        API documentation
      </Anchor>{' '}
      shows.
    </>
  );
}
