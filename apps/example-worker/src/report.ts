import { type DemoSession, fromMicros, toMicros } from '@outturn/demo-data';

type Recorded =
  | { kind: 'events'; record: { agentKey: string | null; cost: string | null } }
  | { kind: 'goals'; record: { agentKey: string | null } }
  | { kind: 'revenues'; record: { agentKey: string | null; amount: string } };

/** Counts, and money in dollars. */
export type Totals = { sessions: number; events: number; goals: number; revenue: string; cost: string };

type Sums = { sessions: number; events: number; goals: number; revenue: number; cost: number };

/** Sums of confirmed records by agent. */
export class Report {
  readonly #sums = new Map<string, Sums>();

  add({ kind, record }: Recorded): void {
    const sums = this.#of(record.agentKey ?? '');
    if (kind === 'events') {
      sums.events++;
      sums.cost += toMicros(record.cost ?? '0');
    } else if (kind === 'goals') sums.goals++;
    else sums.revenue += toMicros(record.amount);
  }

  addSession({ agentKey }: DemoSession): void {
    this.#of(agentKey).sessions++;
  }

  totals(): Record<string, Totals> {
    const entries = [...this.#sums].sort(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(
      entries.map(([agentKey, { revenue, cost, ...counts }]) => [
        agentKey,
        { ...counts, revenue: fromMicros(revenue), cost: fromMicros(cost) },
      ]),
    );
  }

  #of(agentKey: string): Sums {
    const sums = this.#sums.get(agentKey) ?? { sessions: 0, events: 0, goals: 0, revenue: 0, cost: 0 };
    this.#sums.set(agentKey, sums);
    return sums;
  }
}
