import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { TrafficMemory } from './traffic-memory.ts';

const MEBIBYTE = 1024 ** 2;

test('bodies of one developer leave as much memory to others as they take', () => {
  const memory = new TrafficMemory(128 * MEBIBYTE);
  const [mine, theirs] = [memory.shareOf('me'), memory.shareOf('them')];
  expect(mine.take(64 * MEBIBYTE)).toBe(true);
  expect(mine.take(1)).toBe(false);
  expect(theirs.take(32 * MEBIBYTE)).toBe(true);
  expect(theirs.take(1)).toBe(false);
  mine.giveBack(64 * MEBIBYTE);
  expect(memory.shareOf('me').take(48 * MEBIBYTE)).toBe(true);
});

/** The part of a response that tells when the client has it. */
class Response extends EventEmitter {
  closed = false;
  close() {
    this.closed = true;
    this.emit('close');
  }
}

test('an answer is held until the client has it', () => {
  const memory = new TrafficMemory(128 * MEBIBYTE);
  const share = memory.shareOf('me');
  const response = new Response();
  const answer = memory.answerOf(share, response);
  answer.hold(10 * MEBIBYTE);
  answer.holdAtLeast(5 * MEBIBYTE);
  answer.holdAtLeast(20 * MEBIBYTE);
  expect(share.take(88 * MEBIBYTE + 1)).toBe(false);
  response.close();
  expect(share.take(64 * MEBIBYTE)).toBe(true);
  // Nothing gives back what is held afterwards, so it is not held.
  answer.hold(MEBIBYTE);
  share.giveBack(64 * MEBIBYTE);
  expect(share.take(64 * MEBIBYTE)).toBe(true);
});

test('an answer has at most a quarter of the budget, and a stream as much for each event', () => {
  const memory = new TrafficMemory(128 * MEBIBYTE);
  const answer = memory.answerOf(memory.shareOf('me'), new Response());
  const tooLarge = /^The answer has more than 32 MiB. Page with a smaller limit/;
  answer.hold(32 * MEBIBYTE);
  expect(() => answer.hold(1)).toThrow(tooLarge);
  answer.release();
  answer.hold(32 * MEBIBYTE);
  expect(() => answer.holdAtLeast(33 * MEBIBYTE)).toThrow(tooLarge);
});

test('answers that do not fit beside the others are refused for a second', () => {
  const memory = new TrafficMemory(128 * MEBIBYTE);
  const share = memory.shareOf('me');
  memory.answerOf(share, new Response()).hold(32 * MEBIBYTE);
  memory.answerOf(share, new Response()).hold(32 * MEBIBYTE);
  const third = memory.answerOf(share, new Response());
  expect(() => third.hold(1)).toThrow(
    expect.objectContaining({ code: 'Rate Limit Exceeded', retryAfter: 1 }),
  );
  memory.answerOf(memory.shareOf('them'), new Response()).hold(32 * MEBIBYTE);
});
