import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of a program of this machine, if it is installed. Debian keeps servers in `sbin`, beside the `bin` of users. */
export function executable(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => [folder, path.join(folder, '../sbin')])
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
}
