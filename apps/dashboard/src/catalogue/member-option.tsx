import { Text } from '@mantine/core';
import { visible } from '../format/visible.ts';
import type { Member } from './fetch-members.ts';

type KnownMember = Pick<Member, 'key' | 'name'>;

/** An option of a field that takes keys: the key, and the name where there is one. */
export function MemberOption({ memberKey, members }: { memberKey: string; members: readonly KnownMember[] }) {
  const name = members.find(({ key }) => key === memberKey)?.name;
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" truncate dir="auto" ta="left">
        {visible(name || memberKey)}
      </Text>
      {name && (
        <Text size="xs" c="dimmed" truncate dir="auto" ta="left">
          {visible(memberKey)}
        </Text>
      )}
    </div>
  );
}

/** The members whose key or name contains the search, in any case. */
export function membersMatching<T extends KnownMember>(
  members: readonly T[],
  search: string,
  limit: number,
): T[] {
  const wanted = search.trim().toLowerCase();
  const found = members.filter(({ key, name }) =>
    [key, name ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
  return found.slice(0, limit);
}
