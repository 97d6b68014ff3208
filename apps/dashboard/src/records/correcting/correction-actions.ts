export type CorrectionAction = 'void' | 'amend' | 'restore';

/** The words for each correction: `done` is what the record then is. */
export const actionWords: Readonly<Record<CorrectionAction, { verb: string; done: string; about: string }>> =
  {
    void: {
      verb: 'Void',
      done: 'Voided',
      about: 'It stops counting in every figure at once. It stays in its history, and you can restore it.',
    },
    amend: {
      verb: 'Amend',
      done: 'Amended',
      about: 'Figures count the new values at once. The earlier ones stay in the history.',
    },
    restore: { verb: 'Restore', done: 'Restored', about: 'It counts again, as it did before it was voided.' },
  };
