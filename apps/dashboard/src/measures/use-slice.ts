import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Inputs, type Outputs, trpc } from '../api/client.ts';

export type SliceQuestion = Inputs['analytics']['slice'];
export type SliceAnswer = Outputs['analytics']['slice'];

/** An answer with its question, so that figures never stand under the words of another question. */
export type ShownSlice<About = unknown> = { question: SliceQuestion; answer: SliceAnswer; about: About };

/**
 * The answer to a question, with the page's description of it (`about`). The previous answer stays while the new one loads or
 * if it fails, and is marked as old unless the time alone has moved on.
 */
export function useSlice<About = undefined>(question: SliceQuestion, about?: About) {
  const last = useRef<ShownSlice<About | undefined>>(undefined);
  const { data, error, refetch, isFetching } = useQuery(trpc.analytics.slice.queryOptions(question));
  if (data) last.current = { question, answer: data, about };
  const isOld = !data && (error !== null || !isSameButTime(last.current?.question, question));
  return { shown: last.current, isOld, error, refetch, isFetching };
}

/** Whether two questions differ at most in instants, where windows that still run end. */
export function isSameButTime(one: unknown, other: unknown): boolean {
  return withoutInstants(one) === withoutInstants(other);
}

function withoutInstants(question: unknown): string | undefined {
  return JSON.stringify(question, (name, value) => (name === 'to' && value?.includes('T') ? 'now' : value));
}
