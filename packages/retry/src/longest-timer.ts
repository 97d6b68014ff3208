/** Milliseconds. `setTimeout` takes a longer time for none at all, and calls back at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
