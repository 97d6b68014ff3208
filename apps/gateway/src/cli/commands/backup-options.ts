import path from 'node:path';
import { tell } from '../print.ts';

/** npm changes to the repository, to which DATA_DIR is relative, and passes the caller's folder in INIT_CWD. */
export function fileOf(name: string): string {
  if (name === '-')
    throw new Error(
      'Name a file: a backup is checked as a whole before it is restored, and - cannot be read twice.',
    );
  return path.resolve(process.env.INIT_CWD || '.', name);
}

export function describeRows(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}

/** Prints a line unless the returned function is called before the end: after failures, and signals, which end the process. */
export function tellUnlessFinished(text: string): () => void {
  const tellOnExit = () => tell(`${text}\n`);
  process.once('exit', tellOnExit);
  return () => process.off('exit', tellOnExit);
}
