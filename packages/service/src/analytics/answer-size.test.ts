import { expect, test } from 'vitest';
import type { CallContext } from '../base/call-context.ts';
import type { Principal } from '../base/principal.ts';
import { AnswerSize, MAX_POINTS } from './answer-size.ts';

const principal: Principal = {
  kind: 'api-key',
  apiKeyId: 'key',
  developerId: 'me',
  plan: 'free',
  scopes: new Set(),
};
const call = (): CallContext => ({ principal, requestId: 'test' });
const tooManyPoints = /and series make more than 100000 points/;
const tooManyValues = /The answer has more than 500000 values/;

test('an answer may have a hundred thousand points, and not one more', () => {
  const size = new AnswerSize(call());
  size.add(MAX_POINTS, 1);
  expect(() => size.add(1, 0)).toThrow(tooManyPoints);
});

test('points count by their measures, too', () => {
  const size = new AnswerSize(call());
  // Each point has three values beside its measures.
  size.add(50_000, 7);
  expect(() => size.add(1, 0)).toThrow(tooManyValues);
});

test('slices of one request share its values, in any order', () => {
  const request = call();
  const [first, second] = [new AnswerSize(request), new AnswerSize(request)];
  first.add(30_000, 7);
  first.finish();
  second.add(30_000, 7);
  expect(() => second.finish()).toThrow(tooManyValues);
  expect(() => new AnswerSize(request)).toThrow(tooManyValues);
  expect(() => new AnswerSize(call())).not.toThrow();
});
