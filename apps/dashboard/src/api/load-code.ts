/**
 * Loads a part of the dashboard's code. A failed import makes the router reload the page, whose newer version has other
 * files. While the server is away a reload would lose the page, so the error is that of a broken connection instead.
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
