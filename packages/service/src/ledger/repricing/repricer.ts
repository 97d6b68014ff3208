import { setTimeout as sleep } from 'node:timers/promises';
import { OutturnError } from '../../base/errors.ts';
import type { Database } from '../../database/database.ts';
import type { KindRegistry } from '../../kinds/kind-registry.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import type { PriceBook } from '../../price-book/price-book.ts';
import type { RollupFolder } from '../../rollups/rollup-folder.ts';
import {
  addTo,
  noFigures,
  type Place,
  type RepricingScope,
  readCandidates,
  repriced,
  shownFigures,
} from './repriced.ts';
import { endFailed, type Run, runningRuns, takeStep } from './take-step.ts';

/** Wakes the gateways that have time for a run. */
export const REPRICINGS_CHANNEL = 'outturn_repricings';

/** Events that a preview looks at. */
const MAX_PREVIEWED = 500_000;
/** Events of one query of a preview. Their costs are computed at a stretch, while other calls wait. */
const PAGE = 2_000;
/** Milliseconds between looks for runs that another gateway has left. */
const LOOK_EVERY = 2_000;
/** Steps of a run that may fail in a row, each a look later. Then the run ends. */
const MAX_FAILURES = 5;
/** Milliseconds until the next try, while other gateways are at all runs. */
const YIELD = 200;

type RepricerContext = {
  database: Database;
  kinds: KindRegistry;
  prices: PriceBook;
  folder: RollupFolder;
  onCommit: (developerId: string) => void;
  onFailure: (cause: unknown) => void;
};

/**
 * Carries out runs of repricing, step by step. Every gateway looks for runs; a run is locked for each step, so that
 * one gateway at a time is at it, and another goes on when that one is gone.
 */
export class Repricer {
  readonly #context: RepricerContext;
  readonly #timer: NodeJS.Timeout;
  #working: Promise<void> | undefined;
  /** The runs whose last step failed here, and when they are tried again. */
  readonly #failing = new Map<string, { failures: number; until: number }>();
  #isWanted = false;
  #isClosed = false;

  constructor(context: RepricerContext) {
    this.#context = context;
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY);
    this.#timer.unref();
  }

  wake(): void {
    if (this.#isClosed) return;
    this.#isWanted = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      if (this.#isWanted) this.wake();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isWanted = false;
    clearInterval(this.#timer);
    await this.#working;
  }

  /** Why no run can begin; undefined if one can. */
  get refusal(): string | undefined {
    return this.#context.database.distribution.refusesCorrections;
  }

  /** Throws `Invalid Request` for an account whose costs are not computed: a run would change nothing. */
  async requireComputing(developerId: string): Promise<void> {
    if ((await this.#context.prices.of(developerId)).computesCosts) return;
    const message = 'The setting computeCosts of this account is off. Turn it on to reprice events.';
    throw new OutturnError('Invalid Request', { message });
  }

  /** The code of the kind that is repriced. */
  get fact(): number {
    return this.#kind().facts[0];
  }

  /** What a run would do now. Throws `Question Too Large`. */
  async preview(developerId: string, scope: RepricingScope): Promise<ReturnType<typeof shownFigures>> {
    const { database, prices } = this.#context;
    const [kind, current] = [this.#kind(), await prices.read(database.rows, developerId)];
    const figures = noFigures();
    let after: Place | undefined;
    for (let looked = 0; ; ) {
      const page = await readCandidates(database.rows, kind, { developerId, scope, after, limit: PAGE });
      looked += page.looked;
      if (looked > MAX_PREVIEWED) throw tooLarge();
      for (const { values } of page.candidates) {
        const change = repriced(kind, values, current);
        if (change) addTo(figures, change.before, change.after);
      }
      after = page.last;
      if (page.looked < PAGE) return shownFigures(figures);
    }
  }

  /** The kind whose costs follow from prices. */
  #kind(): RecordKind {
    const kind = this.#context.kinds.all.find(({ derivation }) => derivation);
    if (!kind) throw new Error('No kind of records has costs that follow from prices.');
    return kind;
  }

  /** One step of each run in turn, until none is left, or those that are left failed a moment ago. */
  async #work(): Promise<void> {
    const { database, onFailure } = this.#context;
    this.#isWanted = false;
    try {
      while (!this.#isClosed) {
        const running = await runningRuns(database.rows);
        const runs = running.filter(({ id }) => (this.#failing.get(id)?.until ?? 0) <= performance.now());
        if (runs.length === 0) return;
        let hasProgress = false;
        for (const run of runs) if (!this.#isClosed) hasProgress = (await this.#tryStep(run)) || hasProgress;
        if (!hasProgress) await sleep(YIELD);
      }
    } catch (cause) {
      if (!this.#isClosed) onFailure(cause);
    }
  }

  /** False if the run is where it was. One that fails delays no other, and ends at last, so that its account can begin another. */
  async #tryStep(run: Run): Promise<boolean> {
    const { database, onFailure } = this.#context;
    try {
      const hasProgress = await this.#step(run);
      if (hasProgress) this.#failing.delete(run.id);
      return hasProgress;
    } catch (cause) {
      if (this.#isClosed) return false;
      onFailure(cause);
      const failures = (this.#failing.get(run.id)?.failures ?? 0) + 1;
      this.#failing.set(run.id, { failures, until: performance.now() + LOOK_EVERY });
      if (failures < MAX_FAILURES) return false;
      await endFailed(database.rows, run);
      return this.#failing.delete(run.id);
    }
  }

  /** False if another gateway is at the run. */
  async #step({ developerId, id }: Run): Promise<boolean> {
    const { database, prices, folder, onCommit } = this.#context;
    await folder.backPressure(developerId);
    const result = await takeStep({ database, kind: this.#kind(), developerId, prices }, id);
    if (result.kind !== 'taken') return result.kind === 'done';
    onCommit(developerId);
    // What counted is taken away, and what counts now is added.
    folder.addUnfolded(developerId, 2 * result.events);
    return true;
  }
}

function tooLarge(): OutturnError {
  const message = `More than ${MAX_PREVIEWED} events would be looked at. Ask for a shorter time.`;
  return new OutturnError('Question Too Large', { message });
}
