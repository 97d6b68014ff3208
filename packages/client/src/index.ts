export type { Amount } from '@outturn/money';
export { usd } from './amounts.ts';
export type { AppRouter } from './app-router.ts';
export type { CallContext } from './call-context.ts';
export { createOutturnClient, type OutturnClient, type OutturnClientOptions } from './client.ts';
export {
  type ErrorCode,
  type ErrorDetail,
  isOutturnError,
  OutturnAmountError,
  OutturnClientError,
  OutturnConnectionError,
  OutturnTimeoutError,
} from './errors.ts';
export type { Retry } from './retry.ts';
