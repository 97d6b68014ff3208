import { errorCatalogue } from '@outturn/service';
import type { Json } from './json.ts';

const statuses = [...new Set(Object.values(errorCatalogue).map(({ status }) => status))];
/** Messages and fields repeat what was sent, and that may be any text. */
const text = (description: string, pattern = '^[\\s\\S]*$'): Json => ({
  type: 'string',
  description,
  maxLength: 20_000,
  pattern,
});

/** The error object of the spec. Errors in the request add `details`. */
export const errorSchema: Json = {
  type: 'object',
  description: 'What every request that fails is answered with.',
  properties: {
    code: { type: 'string', enum: Object.keys(errorCatalogue), description: 'Short name of the error.' },
    message: text('What is wrong, for people.'),
    path: text('Method and path of the request, as it was sent: `<METHOD> <path>`.', '^[A-Z-]+ /'),
    status: {
      type: 'integer',
      format: 'int32',
      minimum: 400,
      maximum: 500,
      enum: statuses,
      description: 'The HTTP status, again.',
    },
    timestamp: {
      type: 'string',
      format: 'date-time',
      maxLength: 24,
      description: 'When it happened, in UTC.',
    },
    details: {
      type: 'array',
      maxItems: 1000,
      description: 'One entry per field that is wrong, where fields are.',
      items: {
        type: 'object',
        properties: {
          field: text('Path of the field: `amount`, `metadata.plan`. Empty for the input as a whole.'),
          message: text('What is wrong with it, and what would be right.'),
        },
        required: ['field', 'message'],
      },
    },
  },
  required: ['code', 'message', 'path', 'status', 'timestamp'],
};
