import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groupRoutes } from '../scripts/group-routes.ts';
import { groupTypes } from '../scripts/group-types.ts';
import { openApiTypes } from '../scripts/openapi-types.ts';
import { withParameters } from '../scripts/with-parameters.ts';

const documentFile = path.resolve(import.meta.dirname, '../../../docs/reference/openapi.json');
const source = (name: string) => path.resolve(import.meta.dirname, name);

test('the types are those of openapi.json (vitest --update takes over a change)', async () => {
  const document = withParameters(JSON.parse(readFileSync(documentFile, 'utf8')));

  await expect(await openApiTypes(document)).toMatchFileSnapshot(source('generated/openapi.ts'));
  await expect(groupTypes(document)).toMatchFileSnapshot(source('group-types.ts'));
  await expect(groupRoutes(document)).toMatchFileSnapshot(source('generated/routes.ts'));
});
