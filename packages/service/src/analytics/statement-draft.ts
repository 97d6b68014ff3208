import { deltaRollups } from '../rollups/rollup-deltas.ts';
import type { Cut } from '../rollups/rollup-sql.ts';
import { DAY } from './calendar.ts';
import { Parameters } from './parameters.ts';

/** A statement in the making: its parameters, and the unfolded deltas that its rows read. */
export class StatementDraft extends Parameters {
  readonly #cuts = new Set<Cut>();
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  /**
   * The name of a CTE, which {@link with} adds. It has the sums of unfolded deltas in the form of rollup rows, for all
   * cuts and windows that were asked for.
   */
  unfolded(cut: Cut, edges: readonly number[]): string {
    this.#cuts.add(cut);
    this.#from = Math.min(this.#from, edges[0] as number);
    this.#to = Math.max(this.#to, edges.at(-1) as number);
    return 'unfolded';
  }

  /** The `with` clause of the statement. Ask for it last. */
  with(ctes: readonly string[]): string {
    return `with ${[...this.#unfoldedCte(), ...ctes, this.named].join(',\n')}`;
  }

  #unfoldedCte(): string[] {
    if (this.#cuts.size === 0) return [];
    // A cell that reaches beyond the window may be counted whole and corrected.
    const [from, to] = [this.instant(this.#from - DAY), this.instant(this.#to + DAY)];
    const rows = deltaRollups([...this.#cuts], `e.time >= ${from} and e.time < ${to}`);
    return [`unfolded as materialized (select $1::uuid as developer_id, n.* from ${rows} n)`];
  }
}
