import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * Parses lists, objects and quoted texts of a URL. Other JSON values stay text: as a number, a key of twenty digits would
 * become another.
 */
function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) return value;
  throw new TypeError(`${text} is a text`);
}

/** The format of a page's search in the URL. */
export const parseSearch = parseSearchWith(parseValue);
export const stringifySearch = stringifySearchWith(JSON.stringify, parseValue);
