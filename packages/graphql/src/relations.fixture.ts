import { asCaller, dataOf, type Surface } from './surface.fixture.ts';

/** Creates agents four at a time, as a document has at most 20 mutations. The revenue names the goal. */
export async function newDeveloper(surface: Surface, agents: number) {
  const caller = await surface.newCaller();
  const run = asCaller(surface, caller);
  const numbers = Array.from({ length: agents }, (_, i) => i);
  for (let i = 0; i < agents; i += 4) {
    const goals = numbers
      .slice(i, i + 4)
      .map(
        (n) =>
          `goal${n}: recordGoal(input: {${names(n)}, goalKey: "g${n % 3}", achievedAt: "2026-01-01T00:00:03Z"}) { id }`,
      );
    const ids = dataOf(await run<Record<string, { id: string }>>(`mutation { ${goals.join(' ')} }`));
    const others = numbers.slice(i, i + 4).map(
      (n) => `
        revenue${n}: recordRevenue(input: {${names(n)}, amount: "${n}.50", recordedAt: "2026-01-01T00:00:05Z", goalId: "${ids[`goal${n}`]?.id}"}) { id }
        later${n}: recordRevenue(input: {${names(n)}, amount: "${n}.75", recordedAt: "2026-01-01T00:00:02Z"}) { id }
        event${n}: recordEvent(input: {${names(n)}, type: "tool.call", toolKey: "t${n % 2}", occurredAt: "2026-01-01T00:00:01Z"}) { id }
        outcome${n}: recordOutcome(input: {${names(n)}, value: "1.00", toolKey: "t${n % 2}", generatedAt: "2026-01-01T00:00:04Z"}) { id }`,
    );
    dataOf(await run(`mutation { ${others.join(' ')} }`));
  }
  return { run, caller };
}

const names = (n: number) => `agentKey: "a${n}", customerKey: "c${n}", sessionKey: "s${n}"`;
