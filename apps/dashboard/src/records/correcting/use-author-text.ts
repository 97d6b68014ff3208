import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { isolated } from '../../format/visible.ts';
import { apiKeysQuery } from '../../settings/api-keys/use-api-keys.ts';
import type { RecordVersion } from '../fetch-records.ts';

type Author = NonNullable<RecordVersion['correction']>['createdBy'];

/** The author of a correction, in words: `by you`, or `by the API key “Production”` as soon as the names are there. */
export function useAuthorText(versions: readonly RecordVersion[]): (author: Author) => string {
  const hasKeys = versions.some(({ correction }) => correction?.createdBy.kind === 'apiKey');
  const { data: account } = useQuery(trpc.account.get.queryOptions({}));
  const { data: keys } = useQuery({ ...apiKeysQuery, enabled: hasKeys });
  return ({ kind, id }) => {
    if (kind === 'user') return id === account?.user.id ? 'by you' : 'on the dashboard';
    const name = keys?.items.find((key) => key.id === id)?.name;
    return name === undefined ? 'by an API key' : `by the API key “${isolated(name)}”`;
  };
}
