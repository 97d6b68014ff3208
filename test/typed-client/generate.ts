import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

/** The JSON types of our scalars. Amounts stay text, because a number would lose digits. */
const scalars = {
  Count: 'number',
  DateTime: 'string',
  DayOrInstant: 'string',
  Decimal: 'string',
  JSONObject: 'Record<string, unknown>',
  Metadata: 'Record<string, unknown>',
};

/** Generates types and typed documents for `questions.graphql` from the published schema. */
export async function generate(): Promise<string> {
  const read = (file: string) => readFile(path.resolve(import.meta.dirname, file), 'utf8');
  return codegen({
    filename: 'questions.generated.ts',
    schema: parse(await read('../../docs/reference/schema.graphql')),
    documents: [{ location: 'questions.graphql', document: parse(await read('questions.graphql')) }],
    config: { scalars, strictScalars: true, useTypeImports: true },
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  });
}
