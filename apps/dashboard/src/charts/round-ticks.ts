export type Ticks = { ticks: number[]; domain: [number, number] };

const COUNT = 5;

/** About five ticks at round values, which include zero and enclose all values. Ticks of counts are whole numbers. */
export function roundTicks(values: readonly number[], { isWhole }: { isWhole: boolean }): Ticks {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return { ticks: [0, 1], domain: [0, 1] };
  const step = Math.max(roundStep((high - low) / COUNT), isWhole ? 1 : 0);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  // Each is a multiple of the step: adding 0.1 again and again would add up its rounding errors.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step));
  return { ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1] };
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return rounded(power * ([1, 2, 5].find((each) => each * power >= least * (1 - 1e-9)) ?? 10));
}

/** Without the last digits of a floating point number, where multiplications leave errors. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
