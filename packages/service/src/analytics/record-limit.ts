import { OutturnError } from '../base/errors.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import { cuts, grains, rollups } from '../rollups/rollup-sql.ts';
import { DAY, type Span } from './calendar.ts';
import type { Snapshot } from './snapshot.ts';
import type { Statement } from './statements.ts';

const MAX_RECORDS = 10_000_000;
/** Shorter reads are not counted. */
const ALWAYS_ALLOWED = 2 * DAY;

type Asked = { snapshot: Pick<Snapshot, 'rows'>; kinds: KindRegistry; developerId: string };

/**
 * Refuses reads of too many records, which it estimates by the rollups. Each window is counted once, on a connection of
 * the question: one that holds a connection must not wait for another. Unfolded deltas are too few to matter.
 */
export class RecordLimit {
  readonly #asked: Asked;
  /** Counts by fact, by window. */
  readonly #counts = new Map<string, Promise<ReadonlyMap<number, number>>>();

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Throws `Invalid Request`, naming the part. */
  async check(
    window: Span,
    { recordsRead, slowedBy }: Pick<Statement, 'recordsRead' | 'slowedBy'>,
    part: string,
  ): Promise<void> {
    const counted = recordsRead.filter(({ span }) => span > ALWAYS_ALLOWED);
    if (counted.length === 0) return;
    const counts = await this.#countOnce(window);
    const estimates = counted.map(({ span, kinds }) => {
      const share = Math.min(1, span / (window.to - window.from));
      const facts = kinds.flatMap((kind) => kind.facts);
      return facts.reduce((sum, fact) => sum + (counts.get(fact) ?? 0), 0) * share;
    });
    const estimate = estimates.reduce((sum, one) => sum + one, 0);
    if (estimate <= MAX_RECORDS) return;
    const millions = (count: number) => `${Math.round(count / 1e6)} million`;
    throw new OutturnError('Invalid Request', {
      message: `${part} would read ${millions(estimate)} records one by one; at most ${millions(MAX_RECORDS)} are allowed. Ask for a shorter window${slowedBy.length > 0 ? `, or leave out ${slowedBy.join(' and ')}, so that rollups can answer` : ''}.`,
    });
  }

  #countOnce(window: Span): Promise<ReadonlyMap<number, number>> {
    const name = `${window.from} ${window.to}`;
    const counts = this.#counts.get(name) ?? this.#count(window);
    this.#counts.set(name, counts);
    return counts;
  }

  async #count({ from, to }: Span): Promise<Map<number, number>> {
    const { snapshot, kinds, developerId } = this.#asked;
    const rows = await snapshot.rows({
      sql: `select fact, sum(count) from ${rollups}
       where developer_id = $1 and cut = ${cuts.agent} and fact in (${kinds.all.flatMap(({ facts }) => facts)}) and grain = ${grains.day} and bucket >= $2 and bucket < $3
       group by fact`,
      values: [developerId, new Date(from - DAY).toISOString(), new Date(to).toISOString()],
    });
    return new Map(rows.map(([fact, count]) => [Number(fact), Number(count)]));
  }
}
