import { expect, test } from 'vitest';
import { isAllowed } from '../../scripts/licence-expression.ts';

const allowed = new Set(['MIT', 'ISC', 'Apache-2.0']);

test.each([
  ['MIT', true],
  ['GPL-3.0', false],
  ['MIT OR GPL-3.0', true],
  ['(GPL-3.0 OR MIT)', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0 AND MIT', false],
  ['MIT AND ISC', true],
  ['MIT AND (GPL-3.0 OR Apache-2.0)', true],
  ['GPL-3.0 OR (MIT AND AGPL-3.0)', false],
  ['GPL-2.0 WITH Classpath-exception-2.0', false],
  ['MIT WITH something', false],
  ['UNLICENSED', false],
  ['Unknown', false],
  ['', false],
  ['(MIT', false],
])('%s: %s', (expression, expected) => {
  expect(isAllowed(expression, allowed)).toBe(expected);
});
