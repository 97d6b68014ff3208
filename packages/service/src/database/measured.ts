import { OutturnError } from '../base/errors.ts';
import { type Observer, traced } from '../base/observer.ts';

/** Runs a statement, and tells how long it took, also when it fails. `name` is one of few, and never holds a value. */
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
      // What a caller did wrong is no failure of the statement.
      onStatement?.(name, performance.now() - started, !(error instanceof OutturnError));
      throw error;
    }
  };
}
