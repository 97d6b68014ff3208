export type { AnyTRPCRouter as AppRouter } from '@trpc/server';
