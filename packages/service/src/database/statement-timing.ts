import { OutturnError } from '../base/errors.ts';
import { type Observer, traced } from '../base/observer.ts';

/** `name` has few values and contains no data. */
export type MeasureTime = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function measureFor(observer: Observer): MeasureTime {
  const { onStatement } = observer;
  return async (name, work) => {
    const started = performance.now();
    try {
      const result = await (observer.tracing
        ? traced(observer, { name, attributes: { 'db.system.name': 'postgresql' } }, work)
        : work());
      onStatement?.(name, performance.now() - started, false);
      return result;
    } catch (error) {
      // An `OutturnError` is the caller's mistake, not a failed statement.
      onStatement?.(name, performance.now() - started, !(error instanceof OutturnError));
      throw error;
    }
  };
}
