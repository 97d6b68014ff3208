import { OutturnError } from '@outturn/service';
import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source } from 'graphql';
import { measureOperations } from './measure-operation.ts';

/** The most that one document may have. GraphiQL must pass: its introspection has 200 tokens and 250 fields. */
export const documentLimits = {
  characters: 64 * 1024,
  tokens: 2000,
  depth: 12,
  fields: 500,
  aliases: 50,
  directives: 50,
  rootFields: 20,
} as const;

/** The advice of the error message. */
const remedies: Record<keyof typeof documentLimits, string> = {
  characters: 'Send values as variables.',
  tokens: 'Send values as variables, or split it into several requests.',
  depth: 'Ask for less of what is nested.',
  fields: 'Ask for fewer fields per request.',
  aliases: 'Split it into several requests.',
  directives: 'Split it into several requests.',
  rootFields: 'Split it into several requests.',
};

/**
 * Parses a document that is not too expensive to go on with. Throws `Invalid Request` for one that is, and a
 * `GraphQLError` for a syntax error.
 *
 * Validation and execution take far longer than parsing for a hostile document: 90 fragments that each spread the
 * next one twice have 2^90 fields. So the limits are checked before validation, on the parsed document, where
 * `measureOperations` counts such fragments without writing them out.
 */
export function parseWithinLimits(source: string | Source, options?: ParseOptions): DocumentNode {
  check('characters', (typeof source === 'string' ? source : source.body).length);
  const document = parseTokens(source, options);
  for (const size of measureOperations(document)) {
    for (const name of ['depth', 'fields', 'aliases', 'directives', 'rootFields'] as const) {
      check(name, size[name]);
    }
  }
  return document;
}

function parseTokens(source: string | Source, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: documentLimits.tokens });
  } catch (error) {
    if (error instanceof GraphQLError && isAboutTokens.test(error.message)) throw tooMany('tokens');
    // The parser calls itself for each bracket, so the stack can be exhausted by a document with fewer tokens than
    // the limit.
    if (error instanceof RangeError) throw tooMany('depth');
    throw error;
  }
}

/** The message of graphql-js for too many tokens, and no other of its messages. The misspelling is in the library. */
const isAboutTokens = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;

function check(name: keyof typeof documentLimits, value: number): void {
  if (value > documentLimits[name]) throw tooMany(name);
}

function tooMany(name: keyof typeof documentLimits): OutturnError {
  const what = name === 'depth' ? 'levels' : name === 'rootFields' ? 'root fields' : name;
  return new OutturnError('Invalid Request', {
    message: `The document has more than ${documentLimits[name]} ${what}. ${remedies[name]}`,
  });
}
