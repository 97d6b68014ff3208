import type { CallContext } from '../base/call-context.ts';
import { invalidRequest, OutturnError } from '../base/errors.ts';

/** Groups and buckets of all series together. */
export const MAX_POINTS = 100_000;
/** All slices of a request together: 15 MB of JSON, written in half a second. */
const MAX_VALUES = 500_000;
/** Such as key, label and isOther of a group. */
const FIXED_VALUES = 3;

/** One request may ask for many slices at once. */
const answered = new WeakMap<CallContext, number>();

/** Counts values before they take memory. Methods throw `Invalid Request`. */
export class AnswerSize {
  readonly #call: CallContext;
  #points = 0;
  #values = 0;

  constructor(call: CallContext) {
    this.#call = call;
    checkValues(answered.get(call) ?? 0);
  }

  add(points: number, measures: number): void {
    this.#points += points;
    this.addValues(points * (measures + FIXED_VALUES));
  }

  addValues(count: number): void {
    this.#values += count;
    this.check();
  }

  check(): void {
    if (this.#points > MAX_POINTS) throw tooManyPoints();
    checkValues(this.#values);
  }

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
