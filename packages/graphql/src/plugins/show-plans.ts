import type { Plugin } from 'graphql-yoga';
import { contextOf } from './server-context.ts';

/** Adds the plans of the statements to the answer, as `extensions.plan`, if the request has asked for them. */
export const showPlans: Plugin = {
  onExecute({ args }) {
    const { plans = [] } = contextOf(args.contextValue);
    return {
      onExecuteDone({ result, setResult }) {
        if (plans.length === 0 || Symbol.asyncIterator in result) return;
        setResult({ ...result, extensions: { ...result.extensions, plan: plans } });
      },
    };
  },
};
