export type { Tool } from './declare.ts';
export { createMcp, refuseMcpMethod } from './surface.ts';
