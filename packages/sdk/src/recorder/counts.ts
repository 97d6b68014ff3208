import { OutturnError } from '../errors.ts';

/** Numbers of records that are recorded, and of those that `onError` heard of. */
export type RecorderCounts = { recorded: number; lost: number };

/**
 * Since the last flush, records were lost or, as `pending`, were not acknowledged in time. `cause` is the error of the last
 * lost record, or the reason why the waiting ended.
 */
export class OutturnUnrecordedError extends OutturnError {
  override readonly name = 'OutturnUnrecordedError';
  declare readonly recorded: number;
  declare readonly lost: number;
  /** Records that the recorder still tries to send; the next flush counts them. Always 0 after `close`. */
  declare readonly pending: number;

  constructor({ recorded, lost, pending }: RecorderCounts & { pending: number }, cause: unknown) {
    super(`Records: ${recorded} recorded, ${lost} lost, ${pending} not acknowledged in time`, { cause });
    Object.assign(this, { recorded, lost, pending });
  }
}
