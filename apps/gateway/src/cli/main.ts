import { isOutputError, reportOutputErrors, tell } from './print.ts';
import { createProgram } from './program.ts';

reportOutputErrors();
try {
  await createProgram().parseAsync();
} catch (error) {
  if (isOutputError(error)) process.exit();
  tell(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
