/**
 * Shares some work between those who ask for it: whoever comes while it is under way shares the next round with all
 * others. So what everyone gets was begun after they asked, and there is one at a time however many ask.
 */
export function inRounds<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    const round = work().finally(() => {
      if (current === round) current = undefined;
    });
    current = round;
    return round;
  };
  return () => {
    if (!current) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}
