// A vitest setup file: what is kept for the search tells which test file it is of.
import path from 'node:path';
import { expect } from 'vitest';
import { nameTestFile } from './run-folder.ts';

nameTestFile(path.relative(path.resolve(import.meta.dirname, '../../..'), expect.getState().testPath ?? ''));
