import { OutturnError } from '@outturn/service';
import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source } from 'graphql';
import { measureOperations } from './measure-operation.ts';

/** How large a document may be. An introspection query of GraphiQL has 200 tokens and, written out, 250 fields. */
export const documentLimits = {
  characters: 64 * 1024,
  tokens: 2000,
  depth: 12,
  fields: 500,
  aliases: 50,
  directives: 50,
  rootFields: 20,
} as const;

/** What to do about it, for the error's message. */
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
 * Parses a document. Throws `Invalid Request` for one that would be expensive to parse, to validate or to run, and a
 * `GraphQLError` for a syntax error.
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
    // The parser recurses into brackets: fewer of them than the limit of tokens can exhaust the stack.
    if (error instanceof RangeError) throw tooMany('depth');
    throw error;
  }
}

/** The message of graphql-js, up to its number. No other of its messages begins like this. */
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
