import type { CallContext } from '../base/call-context.ts';
import { invalidRequest, OutturnError } from '../base/errors.ts';

/** How many points an answer may have: groups and buckets, of all series together. */
export const MAX_POINTS = 100_000;
/** How many values all slices of one request may have: what takes half a second, and 15 MB, to write as JSON. */
const MAX_VALUES = 500_000;
/** Of every point, beside its measures: its key, label and isOther, or its start, end and isPartial. */
const VALUES_BESIDE = 3;

/** Of the slices that are answered, by the request that asked for them: it may have many, side by side. */
const answered = new WeakMap<CallContext, number>();

/** Counts what becomes part of an answer, before it takes memory. Every method throws `Invalid Request`. */
export class AnswerSize {
  readonly #call: CallContext;
  #points = 0;
  #values = 0;

  constructor(call: CallContext) {
    this.#call = call;
    checkValues(answered.get(call) ?? 0);
  }

  /** So many more groups or buckets, each with so many measures. */
  add(points: number, measures: number): void {
    this.#points += points;
    this.#values += points * (measures + VALUES_BESIDE);
    this.check();
  }

  check(): void {
    if (this.#points > MAX_POINTS) throw tooManyPoints();
    checkValues(this.#values);
  }

  /** The slice is complete: adds it to what its request has already. */
  finish(): void {
    const values = (answered.get(this.#call) ?? 0) + this.#values;
    answered.set(this.#call, values);
    checkValues(values);
  }
}

function checkValues(values: number): void {
  if (values <= MAX_VALUES) return;
  throw new OutturnError('Invalid Request', {
    message: `The answer has more than ${MAX_VALUES} values. Ask for fewer measures or groups, longer steps, a shorter window, or less in one request.`,
  });
}

function tooManyPoints(): OutturnError {
  return invalidRequest([
    {
      field: 'by',
      message: `and series make more than ${MAX_POINTS} points; ask for fewer groups, longer steps or a shorter window`,
    },
  ]);
}
