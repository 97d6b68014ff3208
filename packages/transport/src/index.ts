export { eventStream, isEventStream, type StreamEvent } from './event-stream.ts';
export { callHook, linkSignal, reasonOf, toServerUrl } from './request.ts';
export {
  backoff,
  isPassingStatus,
  LONGEST_RETRY_AFTER,
  LONGEST_TIMER,
  newIdempotencyKey,
  pause,
  readRetryAfter,
} from './retry.ts';
