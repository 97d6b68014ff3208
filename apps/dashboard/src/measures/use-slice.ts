import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Inputs, type Outputs, trpc } from '../api/client.ts';

export type SliceQuestion = Inputs['analytics']['slice'];
export type SliceAnswer = Outputs['analytics']['slice'];

/** An answer with its question, so that figures never stand under the words of another question. */
export type ShownSlice<About = unknown> = { question: SliceQuestion; answer: SliceAnswer; about: About };

/**
 * The query of a question. An answer about a window that moves with time is of the minute in which it was asked, so the minute is a
 * part of its key: pages share it within the minute, and ask anew in the next.
 */
export function sliceQuery(question: SliceQuestion | undefined, minute: number | undefined) {
  const options = trpc.analytics.slice.queryOptions(question ?? skipToken);
  const [path, asked] = options.queryKey;
  // tRPC reads the path and the input of a key, and keeps its type.
  const queryKey = [path, { ...asked, minute }] as unknown as typeof options.queryKey;
  return { ...options, queryKey };
}

/** The latest answer to a question that any minute had, so that a page that is opened again shows its figures, and keeps its place. */
function latestAnswer(client: QueryClient, question: SliceQuestion): SliceAnswer | undefined {
  const { queryKey } = sliceQuery(question, undefined);
  const inAnyMinute = ([path, asked]: readonly unknown[]) => [
    path,
    { ...(asked as object), minute: undefined },
  ];
  const [latest] = client
    .getQueryCache()
    .findAll({ queryKey: [queryKey[0]] })
    .filter((query) => query.state.data !== undefined && isSame(inAnyMinute(query.queryKey), queryKey))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  // Queries of this path have answers of slices.
  return latest?.state.data as SliceAnswer | undefined;
}

/**
 * The answer to a question, with the page's description of it (`about`). The previous answer stays while the new one loads or
 * if it fails, and is marked as old unless the minute alone has moved on. Nothing is asked while the question is undefined.
 */
export function useSlice<About = undefined>(
  question: SliceQuestion | undefined,
  minute: number | undefined,
  about?: About,
) {
  const client = useQueryClient();
  const last = useRef<ShownSlice<About | undefined>>(undefined);
  const { data, error, refetch, isFetching } = useQuery(sliceQuery(question, minute));
  const answer = data ?? (question && latestAnswer(client, question));
  if (answer && question) last.current = { question, answer, about };
  const isOld = !data && (error !== null || !isSame(last.current?.question, question));
  return { shown: last.current, isOld, error, refetch, isFetching };
}

/** Whether two questions are the same, at whatever time. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
