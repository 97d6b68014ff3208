/** Concurrent map with results in input order. Reads the source at most `limit` items ahead. */
export async function* inOrder<In, Out>(
  source: AsyncIterable<In>,
  limit: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const running: Promise<Out>[] = [];
  for await (const item of source) {
    const result = work(item);
    // Prevents an unhandled rejection; the failure is thrown below, in order.
    result.catch(() => undefined);
    running.push(result);
    if (running.length < limit) continue;
    const [first = result] = running.splice(0, 1);
    yield await first;
  }
  for (const result of running) yield await result;
}
