import { OutturnError } from '@outturn/service';
import { type DocumentNode, Lexer, Source, TokenKind } from 'graphql';
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
 * Refuses text that would be expensive to parse. Source: graphql-js recurses into brackets and keeps every token, so 10 KB
 * of brackets exhaust the stack. Throws `Invalid Request`; a syntax error that is found on the way is a `GraphQLError`.
 */
export function checkText(text: string): void {
  check('characters', text.length);
  const lexer = new Lexer(new Source(text));
  for (let tokens = 1; lexer.advance().kind !== TokenKind.EOF; tokens++) check('tokens', tokens);
}

/** Refuses a document that would be expensive to validate or to run. Throws `Invalid Request`. */
export function checkDocument(document: DocumentNode): void {
  for (const size of measureOperations(document)) {
    for (const name of ['depth', 'fields', 'aliases', 'directives', 'rootFields'] as const) {
      check(name, size[name]);
    }
  }
}

function check(name: keyof typeof documentLimits, value: number): void {
  const limit = documentLimits[name];
  if (value <= limit) return;
  const what = name === 'depth' ? 'levels' : name === 'rootFields' ? 'root fields' : name;
  throw new OutturnError('Invalid Request', {
    message: `The document has more than ${limit} ${what}. ${remedies[name]}`,
  });
}
