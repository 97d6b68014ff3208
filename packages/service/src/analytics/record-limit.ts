import { OutturnError } from '../base/errors.ts';
import type { QueryContext } from '../operations/define.ts';
import { cuts, grains, rollups } from '../rollups/rollup-sql.ts';
import { DAY, type Span } from './calendar.ts';
import type { Statement } from './statements.ts';

const MAX_RECORDS = 10_000_000;
/** Shorter reads are not counted. */
const ALWAYS_ALLOWED = 2 * DAY;

/** Counts the window's records by its rollups, to refuse reads of too many. Unfolded notes are too few to matter. */
export class WindowRecords {
  readonly #context: QueryContext;
  readonly #window: Span;
  #counts: Promise<ReadonlyMap<number, number>> | undefined;

  constructor(context: QueryContext, window: Span) {
    this.#context = context;
    this.#window = window;
  }

  /** Throws `Invalid Request`, naming the part. */
  async check({ records: { span, kinds } }: Pick<Statement, 'records'>, part: string): Promise<void> {
    if (span <= ALWAYS_ALLOWED) return;
    this.#counts ??= this.#count();
    const counts = await this.#counts;
    const share = Math.min(1, span / (this.#window.to - this.#window.from));
    const facts = kinds.flatMap((kind) => kind.facts);
    const estimate = facts.reduce((sum, fact) => sum + (counts.get(fact) ?? 0), 0) * share;
    if (estimate <= MAX_RECORDS) return;
    const millions = (count: number) => `${Math.round(count / 1e6)} million`;
    throw new OutturnError('Invalid Request', {
      message: `${part} would read ${millions(estimate)} records one by one; at most ${millions(MAX_RECORDS)} are allowed. Ask for a shorter window, or filter and group by agent or customer alone, which are answered from rollups.`,
    });
  }

  async #count(): Promise<Map<number, number>> {
    const { database, kinds, principal } = this.#context;
    const { from, to } = this.#window;
    const rows = await database.rows(
      'analytics_window_records',
      `select fact, sum(count) from ${rollups}
       where developer_id = $1 and cut = ${cuts.agent} and fact in (${kinds.all.flatMap(({ facts }) => facts)}) and grain = ${grains.day} and bucket >= $2 and bucket < $3
       group by fact`,
      [principal.developerId, new Date(from - DAY).toISOString(), new Date(to).toISOString()],
    );
    return new Map(rows.map(([fact, count]) => [Number(fact), Number(count)]));
  }
}
