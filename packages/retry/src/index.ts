export { backoff } from './backoff.ts';
export { callHook } from './call-hook.ts';
export { reasonOf } from './failed-fetch.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export { LONGEST_TIMER } from './longest-timer.ts';
export { isPassingStatus } from './passing-status.ts';
export { pause } from './pause.ts';
export { LONGEST_RETRY_AFTER, readRetryAfter } from './retry-after.ts';
export { toServerUrl } from './server-url.ts';
