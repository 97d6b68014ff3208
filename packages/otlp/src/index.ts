export type { Signal } from './answer.ts';
export { createOtlp, refuseOtlpPath } from './surface.ts';
