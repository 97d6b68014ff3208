import type { Summary } from '../profile/summarize.ts';
import { table } from './tables.ts';

/** A profile as two tables: by module, and the functions with the most self time. */
export function profileText(load: string, { modules, functions, idle }: Summary): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const shown = modules.filter(({ share }) => share >= 0.005);
  return [
    `### Processor time of the gateway: ${load} (idle ${percent(idle)})`,
    table(
      ['module', 'self'],
      shown.map(({ name, share }) => [name, percent(share)]),
    ),
    table(
      ['self', 'function', 'where'],
      functions.map(({ share, name, where }) => [percent(share), name, where]),
    ),
  ].join('\n\n');
}
