import { errorCatalogue } from '@outturn/service';
import type { Json } from './json.ts';

const statuses = [...new Set(Object.values(errorCatalogue).map(({ status }) => status))];
/** Messages and fields can repeat any input. */
const text = (description: string, pattern = '^[\\s\\S]*$'): Json => ({
  type: 'string',
  description,
  maxLength: 20_000,
  pattern,
});

export const errorSchema: Json = {
  type: 'object',
  description: 'The body of every error response.',
  properties: {
    code: { type: 'string', enum: Object.keys(errorCatalogue), description: 'Short name of the error.' },
    message: text('Description of the error for people.'),
    path: text('Method and path of the request, as it was sent: `<METHOD> <path>`.', '^[A-Z-]+ /'),
    status: {
      type: 'integer',
      format: 'int32',
      minimum: 400,
      maximum: 500,
      enum: statuses,
      description: 'The HTTP status of the response.',
    },
    timestamp: {
      type: 'string',
      format: 'date-time',
      maxLength: 24,
      description: 'Time of the error in UTC.',
    },
    details: {
      type: 'array',
      maxItems: 1000,
      description: 'One entry per wrong field.',
      items: {
        type: 'object',
        properties: {
          field: text('Path of the field: `amount`, `metadata.plan`. Empty for the input as a whole.'),
          message: text('Fault of the field, and the values that are valid.'),
        },
        required: ['field', 'message'],
      },
    },
  },
  required: ['code', 'message', 'path', 'status', 'timestamp'],
};
