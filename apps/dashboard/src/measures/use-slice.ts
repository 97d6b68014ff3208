import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Inputs, type Outputs, trpc } from '../api/client.ts';

export type SliceQuestion = Inputs['analytics']['slice'];
export type SliceAnswer = Outputs['analytics']['slice'];

/** An answer with its question, so that figures never stand under the words of another question. */
export type ShownSlice<About = unknown> = { question: SliceQuestion; answer: SliceAnswer; about: About };

/**
 * The answer to a question, with the page's description of it (`about`). The previous answer stays, marked as old, while the
 * new one loads or if it fails.
 */
export function useSlice<About = undefined>(question: SliceQuestion, about?: About) {
  const last = useRef<ShownSlice<About | undefined>>(undefined);
  const { data, error, refetch, isFetching } = useQuery(trpc.analytics.slice.queryOptions(question));
  if (data) last.current = { question, answer: data, about };
  return { shown: last.current, isOld: !data, error, refetch, isFetching };
}
