import { isOfOutput, outliveOutput } from './print.ts';
import { createProgram } from './program.ts';

outliveOutput();
try {
  await createProgram().parseAsync();
} catch (error) {
  if (isOfOutput(error)) process.exit();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
