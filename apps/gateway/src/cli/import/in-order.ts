/**
 * Works on up to `limit` items of a source at once and yields the results in the order of the items. The source is read
 * no further ahead than that.
 */
export async function* inOrder<In, Out>(
  source: AsyncIterable<In>,
  limit: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const running: Promise<Out>[] = [];
  for await (const item of source) {
    const result = work(item);
    // A failure is thrown when its turn comes, not as an unhandled rejection before.
    result.catch(() => undefined);
    running.push(result);
    if (running.length < limit) continue;
    const [first = result] = running.splice(0, 1);
    yield await first;
  }
  for (const result of running) yield await result;
}
