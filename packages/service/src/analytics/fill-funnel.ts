import type { FunnelStep } from './slice.schema.ts';
import { type AnswerPosition, type Run, readPart, scopeOf } from './slice-run.ts';
import { funnelStatement } from './statements.ts';

export async function fillFunnel(
  run: Run,
  place: AnswerPosition,
  { name, steps }: { name: string; steps: readonly string[] },
): Promise<void> {
  const counts = place.targets.map(() => steps.map(() => 0));
  const { from, to } = run.window;
  const statement = funnelStatement(scopeOf(run, place), [from, to], steps);
  for (const [group, step, sessions] of await readPart(run, place, statement)) {
    const row = counts[Number(group)];
    if (row) row[Number(step)] = Number(sessions);
  }
  place.targets.forEach((slice, i) => {
    const all = counts[i]?.[0] ?? 0;
    const list = steps.map((goalKey, step): FunnelStep => {
      const sessions = counts[i]?.[step] ?? 0;
      return { goalKey, sessions, conversion: all === 0 ? null : Math.round((sessions / all) * 1e6) / 1e6 };
    });
    slice.funnel = { ...slice.funnel, [name]: list };
  });
}
