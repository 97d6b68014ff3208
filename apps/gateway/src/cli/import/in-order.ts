/** Runs `work` on up to `limit` items at once, yields results in input order, and reads the source no further ahead. */
export async function* inOrder<In, Out>(
  source: AsyncIterable<In>,
  limit: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const running: Promise<Out>[] = [];
  for await (const item of source) {
    const result = work(item);
    // The failure is thrown below, in order; this prevents an unhandled rejection before that.
    result.catch(() => undefined);
    running.push(result);
    if (running.length < limit) continue;
    const [first = result] = running.splice(0, 1);
    yield await first;
  }
  for (const result of running) yield await result;
}
