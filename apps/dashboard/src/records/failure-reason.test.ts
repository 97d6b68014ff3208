import { expect, test } from 'vitest';
import { failureReason } from './failure-reason.ts';

test.each([
  [null, undefined],
  [{ channel: 'chat' }, undefined],
  [{ error: '' }, undefined],
  [{ 'error.type': 'timeout' }, 'timeout'],
  [{ 'error.type': 'timeout', 'error.message': 'took 30 s' }, 'took 30 s'],
  [{ error: { code: 4, message: 'no such order' } }, 'no such order'],
])('metadata %j tells the reason %j', (metadata, reason) => {
  expect(failureReason(metadata)).toBe(reason);
});
