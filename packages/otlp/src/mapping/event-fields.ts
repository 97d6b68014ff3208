import { toUsd } from '@outturn/money';
import type { IgnoredReason, Source } from '@outturn/service';
import { cut } from './group-source.ts';

/** Why a span or a record cannot be used at all. */
export type Unusable = { readonly problem: string; readonly source: Source };

/** Why a record makes no event. */
export type Ignored = { readonly ignored: IgnoredReason; readonly source: Source };

/** Rounded to 9 decimals; undefined if it is negative or too large. */
export function usd(cost: number | undefined): string | undefined {
  if (cost === undefined || cost < 0) return undefined;
  try {
    return toUsd(cost, (problem) => new RangeError(problem));
  } catch {
    return undefined;
  }
}

export function cutOptional(text: string | undefined, length: number): string | undefined {
  return text === undefined ? undefined : cut(text, length);
}

/** A field of that name, unless there is no value. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Field in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [Field in Name]?: Value };
}
