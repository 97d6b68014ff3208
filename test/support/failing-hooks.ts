/** The error of {@link failingHooks}. */
export const hookError = new Error('no log');

/** Functions of a caller that fail, with the words for a test's name. */
export const failingHooks: [string, () => void][] = [
  [
    'throw',
    () => {
      throw hookError;
    },
  ],
  ['reject', () => Promise.reject(hookError)],
];
