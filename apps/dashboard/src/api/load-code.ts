/**
 * Loads a part of the dashboard's code. A file may be missing because the server has a newer build with other names;
 * the router then reloads the page, which fetches the new ones. If instead the server is away, a reload would lose
 * the page, so the error is that of a broken connection and the page offers to try again.
 */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw (await isServed()) ? cause : new TypeError('no answer', { cause });
  }
}

/** Whether a reload of the page would succeed. */
export async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
