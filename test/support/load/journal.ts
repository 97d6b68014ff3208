import type { Fact } from './facts.ts';
import type { Item, Result } from './routes.ts';

/** The result that an item must have: a record, new or replayed, or one of two refusals. */
type Expectation = 'record' | 'conflict' | 'invalid';

export type ExpectedItem = Item & { expect: Expectation };

/**
 * The answers to clients under one key. `record` is the text of the first answer, with which all later ones must
 * agree.
 */
export type Acknowledged = { fact: Fact; id: string; record: string; created: number; replayed: number };

const refusals = { conflict: ['Idempotency Key Reused'], invalid: ['Invalid Request', 'Invalid ID'] };

/**
 * All answers to the clients of one account, and every contradiction among them. It is the memory of a load test:
 * afterwards the database must hold exactly what the journal says was acknowledged (`reconcile`), whatever happened
 * to the servers.
 *
 * Contradictions show at once: a key that was created twice, a replay that differs from the original, a refusal of a
 * valid record, or a record for an invalid one.
 */
export class Journal {
  readonly acknowledged = new Map<string, Acknowledged>();
  /** Answers that no client may get, whatever happens to the servers. */
  readonly contradictions: string[] = [];
  /** Lost connections and passing refusals, counted by their kind; empty without faults. */
  readonly disturbances: Record<string, number> = {};
  readonly settled = { record: 0, duplicate: 0, conflict: 0, invalid: 0 };

  /** Notes the final answer to an item. */
  settle(item: ExpectedItem, result: Result): void {
    if (item.expect === 'record') this.#settleRecord(item, result);
    else {
      this.settled[item.expect] += 1;
      const isRefused = result.status === 'rejected' && refusals[item.expect].includes(result.code);
      if (!isRefused) this.#contradict(item, `expected ${item.expect}`, result);
    }
  }

  /** Notes a lost connection or a passing refusal, after which the client tries again. */
  disturb(reason: string): void {
    this.disturbances[reason] = (this.disturbances[reason] ?? 0) + 1;
  }

  #settleRecord(item: ExpectedItem, result: Result): void {
    if (result.status === 'rejected') {
      this.#contradict(item, 'expected a record', result);
      return;
    }
    const { status, id, record } = result;
    const known = this.acknowledged.get(item.key);
    this.settled[known ? 'duplicate' : 'record'] += 1;
    if (known && record !== known.record) this.#contradict(item, `the original was ${known.record}`, result);
    if (known && known.created > 0 && status === 'created') this.#contradict(item, 'created twice', result);
    const entry = known ?? { fact: item.fact, id, record, created: 0, replayed: 0 };
    entry[status] += 1;
    this.acknowledged.set(item.key, entry);
  }

  #contradict({ key, fact }: ExpectedItem, what: string, result: Result): void {
    this.contradictions.push(
      `${key} ${fact.kind} ${JSON.stringify(fact.input)}: ${what}, got ${JSON.stringify(result)}`,
    );
  }
}
