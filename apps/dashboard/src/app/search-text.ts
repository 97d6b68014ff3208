import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * Lists, objects and quoted texts of an address. Whatever else JSON knows stays the text that it is: as a number, a key of
 * twenty digits would become another.
 */
function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) return value;
  throw new TypeError(`${text} is a text`);
}

/** How what pages are asked for stands in the address. */
export const parseSearch = parseSearchWith(parseValue);
export const stringifySearch = stringifySearchWith(JSON.stringify, parseValue);
