import { callHook } from '@outturn/transport';
import type { BatchItem, RecordKind } from '../operations.ts';

/**
 * A record that is not known to be recorded; if its answer was lost, it may have been. `item` includes its idempotency key, so
 * that recording it again is safe.
 */
export type RecorderFailure = {
  [Kind in RecordKind]: { kind: Kind; item: BatchItem<Kind>; error: unknown };
}[RecordKind];

/** Reports losses to `onError`. Never throws, because callers of `record` and ending processes do not expect its errors. */
export class LossReporter {
  readonly #onError: (failure: RecorderFailure) => unknown;
  #isReporting = false;

  constructor(onError: (failure: RecorderFailure) => unknown = print) {
    this.#onError = onError;
  }

  report(failure: RecorderFailure): void {
    const isNested = this.#isReporting;
    this.#isReporting = true;
    callHook(this.#onError, failure, (error) => {
      console.error('onError of the Outturn recorder failed', error);
      print(failure);
    });
    this.#isReporting = isNested;
  }

  /**
   * For a record that was not accepted. If `onError` itself has tried to record it, it is printed, because `onError`
   * would otherwise call itself without end.
   */
  reportRefused(failure: RecorderFailure): void {
    if (this.#isReporting) print(failure);
    else this.report(failure);
  }
}

function print(failure: RecorderFailure): void {
  console.error('Outturn did not record', failure);
}
