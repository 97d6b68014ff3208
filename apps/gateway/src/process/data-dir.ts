/** Runs work on files in `DATA_DIR`. What the system refuses is told in its words, with the name of the variable. */
export async function inDataDir<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    throw new Error(`DATA_DIR (${dataDir}) cannot be used: ${cause.message}`, { cause });
  }
}

/** Of a file, or of a disk that is full, which other programs tell as well. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && ('path' in error || /no space left on device/i.test(error.message));
}
