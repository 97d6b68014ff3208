/** Adds `DATA_DIR` to errors of the file system. */
export async function withDataDirError<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Error && isRefusal(error.cause) ? error.cause : error;
    if (!isRefusal(cause)) throw error;
    const remedy =
      'Set it to a folder that this user may write, or set DATABASE_URL and SESSION_SECRET, which need no folder.';
    throw new Error(`DATA_DIR (${dataDir}) cannot be used: ${cause.message}\n${remedy}`, { cause });
  }
}

/** Programs such as initdb report a full disk only in their text. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && ('path' in error || /no space left on device/i.test(error.message));
}
