/** In milliseconds. `setTimeout` treats a longer delay as none. */
export const LONGEST_TIMER = 2 ** 31 - 1;
