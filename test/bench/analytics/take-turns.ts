import { median } from '../rounds.ts';
import type { QuestionClient } from './question-clients.ts';
import type { Question } from './questions.ts';

/** How long answers took, in milliseconds. */
export type Timing = {
  what: string;
  who: string;
  median: number;
  fastest: number;
  slowest: number;
  runs: number;
};

/** An entrant, asked so many times in each round. */
export type Entrant = { client: QuestionClient; times: number };

/** Asks all entrants in alternating rounds, after one round to warm up. */
export async function takeTurns(
  question: Question,
  entrants: readonly Entrant[],
  rounds: number,
): Promise<Timing[]> {
  const milliseconds = new Map(entrants.map(({ client }) => [client.who, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const { client, times } of entrants) {
      for (let i = 0; i < (round < 0 ? 1 : times); i++) {
        const begun = performance.now();
        await client.ask(question);
        if (round >= 0) milliseconds.get(client.who)?.push(performance.now() - begun);
      }
    }
  }
  return [...milliseconds].map(([who, list]) => ({
    what: question.what,
    who,
    median: median(list),
    fastest: Math.min(...list),
    slowest: Math.max(...list),
    runs: list.length,
  }));
}

/** Throws unless all answers have the same revenue. */
export async function compareAnswers(question: Question, clients: readonly QuestionClient[]): Promise<void> {
  const answers = [];
  for (const client of clients) answers.push({ who: client.who, revenue: await client.ask(question) });
  const [first] = answers;
  if (Number(first?.revenue) > 0 && answers.every(({ revenue }) => revenue === first?.revenue)) return;
  const list = answers.map(({ who, revenue }) => `${who}: ${revenue}`).join(', ');
  throw new Error(`answers to "${question.what}" differ: ${list}`);
}
