import { fillYear } from '../analytics/fill-year.ts';
import { requestOf } from '../analytics/question-clients.ts';
import { type Question, questions } from '../analytics/questions.ts';
import type { Arena } from '../arena.ts';
import { type Contender, createDeveloper, drive } from '../contender.ts';
import type { BenchOptions } from '../options.ts';

/** Few, because rollups answer all questions but one: their time hardly depends on the number of records. */
const REVENUES = 100_000;

/** Prepares a contender for rounds of the questions of the analytics benchmark, over a year of records. */
export async function questionRounds(arena: Arena, contender: Contender, options: BenchOptions) {
  const developer = await createDeveloper(contender, 'unlimited');
  await fillYear(contender, developer, REVENUES);
  const traffic = { kind: 'read', paths: questions.map(pathOf) } as const;
  return () => drive(arena, contender, developer, { traffic, plan: 'unlimited', connections: 8, options });
}

function pathOf(question: Question): string {
  const { query, variables } = requestOf(question);
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  return `/graphql?${parameters}`;
}
