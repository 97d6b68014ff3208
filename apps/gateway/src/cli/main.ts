import { isOutputError, reportOutputErrors } from './print.ts';
import { createProgram } from './program.ts';

reportOutputErrors();
try {
  await createProgram().parseAsync();
} catch (error) {
  if (isOutputError(error)) process.exit();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
