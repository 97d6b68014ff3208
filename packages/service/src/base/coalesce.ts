/**
 * Lets concurrent calls share the runs of `work`, and never gives a call a result that began before it.
 *
 * The first call starts a run. Calls that arrive during it may not share it, since it may have read the database
 * before they came; together they share the next one, which starts when the first ends. So at most one run is under
 * way, and any number of calls during it costs one more.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    const run = work().finally(() => {
      if (current === run) current = undefined;
    });
    current = run;
    return run;
  };
  return () => {
    if (!current) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}
