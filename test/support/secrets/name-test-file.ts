// A vitest setup file: names the test file in everything that is kept for the search.
import path from 'node:path';
import { expect } from 'vitest';
import { nameTestFile } from './run-folder.ts';

nameTestFile(path.relative(path.resolve(import.meta.dirname, '../../..'), expect.getState().testPath ?? ''));
