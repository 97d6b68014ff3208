import { OutturnError } from '@outturn/service';
import type { Plugin } from 'graphql-yoga';
import { graphqlFailure } from '../wire-error.ts';

const error = new OutturnError('Invalid Request', {
  message:
    'Queries and mutations are answered with "Accept: application/graphql-response+json" or "Accept: application/json", subscriptions with "Accept: text/event-stream".',
});

/** Yoga would send an empty answer to clients that accept none of our media types. */
export const explainNotAcceptable: Plugin = {
  onResponse({ response, setResponse, fetchAPI }) {
    if (response.status !== 406) return;
    setResponse(fetchAPI.Response.json(graphqlFailure(error), { status: 406 }));
  },
};
