import { OutturnError } from '@outturn/service';
import type { Plugin } from 'graphql-yoga';
import { graphqlFailure } from '../wire-error.ts';

const error = new OutturnError('Invalid Request', {
  message:
    'Queries and mutations are answered with "Accept: application/graphql-response+json" or "Accept: application/json", subscriptions with "Accept: text/event-stream".',
});

/** Yoga answers a client that accepts none of our media types with 406 and an empty body. This adds the reason. */
export const explainNotAcceptable: Plugin = {
  onResponse({ response, setResponse, fetchAPI }) {
    if (response.status !== 406) return;
    setResponse(fetchAPI.Response.json(graphqlFailure(error), { status: 406 }));
  },
};
