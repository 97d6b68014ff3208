import type { Plugin } from 'graphql-yoga';
import { checkDocument, checkText } from '../limits/document-limits.ts';

/** Refuses documents that are too large before they are parsed, and before they are validated. */
export const limitDocuments: Plugin = {
  onParse({ parseFn, setParseFn }) {
    setParseFn((source, options) => {
      checkText(typeof source === 'string' ? source : source.body);
      const document = parseFn(source, options);
      checkDocument(document);
      return document;
    });
  },
};
