/**
 * Loads a part of the dashboard's code. What is gone rejects as it does, and makes the router load the page anew, whose
 * newer version names other parts. Where nobody answers that would lose the page: it rejects in words that lead to the
 * notice of a broken connection.
 */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw (await isServed()) ? cause : new TypeError('no answer', { cause });
  }
}

/** Whether the page would come if it was loaded anew. */
export async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
