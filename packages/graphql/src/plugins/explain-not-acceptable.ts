import { OutturnError } from '@outturn/service';
import type { Plugin } from 'graphql-yoga';

const error = new OutturnError('Invalid Request', {
  message:
    'The answer is JSON. Send "Accept: application/graphql-response+json" or "Accept: application/json".',
});

/** Who accepts no media type that we have gets an error that says so, where Yoga would send nothing. */
export const explainNotAcceptable: Plugin = {
  onResponse({ response, setResponse, fetchAPI }) {
    if (response.status !== 406) return;
    const { code, status, message } = error;
    const body = { errors: [{ message, extensions: { code, status } }] };
    setResponse(fetchAPI.Response.json(body, { status: 406 }));
  },
};
