import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openApiTypes } from '../scripts/openapi-types.ts';

const documentFile = path.resolve(import.meta.dirname, '../../../openapi.json');

test('the types are those of openapi.json (vitest --update takes over a change)', async () => {
  const document = JSON.parse(readFileSync(documentFile, 'utf8'));

  await expect(await openApiTypes(document)).toMatchFileSnapshot(
    path.resolve(import.meta.dirname, 'openapi.ts'),
  );
});
