import { afterEach, beforeEach, vi } from 'vitest';
import { Outturn } from '../outturn.ts';
import type { RecorderFailure } from './loss-reporter.ts';
import type { Recorder, RecorderOptions } from './recorder.ts';

type Answer = Response | Promise<Response> | 'hang';

/** Recorders whose requests get these answers, on fake time, for the tests of a file. */
export function useScriptedRecorders() {
  const open: Recorder[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.spyOn(console, 'error').mockReturnValue();
    await Promise.allSettled(open.splice(0).map((recorder) => recorder.close({ timeout: 0 })));
    vi.restoreAllMocks();
  });
  return (answer: (items: object[]) => Answer, options: RecorderOptions = {}) => {
    const failures: RecorderFailure[] = [];
    const requests: number[] = [];
    const fetching: typeof fetch = (_, init) => {
      const items = JSON.parse(String(init?.body));
      requests.push(items.length);
      const response = answer(items);
      if (response !== 'hang') return Promise.resolve(response);
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    };
    const outturn = new Outturn({ apiKey: 'ot_live_x', baseUrl: 'http://localhost', fetch: fetching });
    const recorder = outturn.recorder({ onError: (failure) => failures.push(failure), ...options });
    open.push(recorder);
    const record = (count: number) => {
      for (let i = 0; i < count; i++) recorder.record('events', { type: 'llm.call' });
    };
    return { recorder, record, failures, requests };
  };
}

export const created = (items: object[]) =>
  Response.json({ results: items.map(() => ({ status: 'created', record: {} })) });
export const busy = () => Response.json({}, { status: 429, headers: { 'retry-after': '1' } });
export const refused = () => Response.json({}, { status: 401 });

/** The result of a promise after some time. */
export async function after<T>(milliseconds: number, promise: Promise<T>): Promise<T | 'open' | unknown> {
  let result: unknown = 'open';
  promise.then(
    (value) => {
      result = value;
    },
    (error) => {
      result = error;
    },
  );
  await vi.advanceTimersByTimeAsync(milliseconds);
  return result;
}
