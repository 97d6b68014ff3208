import { asCaller, dataOf, type Surface } from '../surface.fixture.ts';

/** Two agents and customers in the first quarter of 2026, the quarter before, and two sessions. */
const records = `mutation {
  a: recordRevenue(input: {amount: "100.00", recordedAt: "2026-01-10T10:00:00Z", agentKey: "ann", customerKey: "acme", sessionKey: "s1"}) { id }
  b: recordRevenue(input: {amount: "50.50", recordedAt: "2026-02-10T10:00:00Z", agentKey: "ann", customerKey: "blum"}) { id }
  c: recordRevenue(input: {amount: "10.00", recordedAt: "2026-03-31T22:30:00Z", agentKey: "bob", customerKey: "acme", sessionKey: "s2"}) { id }
  d: recordRevenue(input: {amount: "80.00", recordedAt: "2025-12-01T10:00:00Z", agentKey: "ann", customerKey: "acme"}) { id }
  e: recordEvent(input: {type: "llm.call", cost: "20.10", model: "m1", occurredAt: "2026-01-10T09:00:00Z", agentKey: "ann", customerKey: "acme", sessionKey: "s1", metadata: {plan: "gold"}}) { id }
  f: recordGoal(input: {goalKey: "signup", achievedAt: "2026-01-10T09:30:00Z", agentKey: "ann", customerKey: "acme", sessionKey: "s1"}) { id }
  g: recordGoal(input: {goalKey: "signup", achievedAt: "2026-01-11T09:30:00Z", agentKey: "bob", customerKey: "acme", sessionKey: "s2"}) { id }
  h: recordGoal(input: {goalKey: "paid", achievedAt: "2026-01-10T10:00:00Z", agentKey: "ann", customerKey: "acme", sessionKey: "s1"}) { id }
  i: recordOutcome(input: {value: "7.25", generatedAt: "2026-01-12T09:30:00Z", agentKey: "bob", customerKey: "acme", sessionKey: "s2"}) { id }
}`;

export const quarter = 'window: {from: "2026-01-01", to: "2026-04-01"}';

export async function newAnalyst(surface: Surface) {
  const caller = await surface.newCaller();
  const run = asCaller(surface, caller);
  dataOf(await run(records));
  return run;
}
