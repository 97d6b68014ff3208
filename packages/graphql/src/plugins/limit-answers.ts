import { jsonSizeOf } from '@outturn/service';
import type { Plugin } from 'graphql-yoga';
import { toGraphqlError } from '../wire-error.ts';
import { contextOf } from './server-context.ts';

/**
 * Refuses an answer that is too large before it is written as text. What the fields have read is limited already, but a
 * document can show the same record, and all of its metadata, in many places.
 */
export const limitAnswers: Plugin = {
  onExecute({ args }) {
    const { call } = contextOf(args.contextValue);
    return {
      onExecuteDone({ result, setResult }) {
        if (!call?.memory || Symbol.asyncIterator in result || !result.data) return;
        try {
          call.memory.holdAtLeast(jsonSizeOf(result.data, call.memory.most));
        } catch (error) {
          setResult({ errors: [toGraphqlError(error)] });
        }
      },
    };
  },
};
