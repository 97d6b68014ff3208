import type { TextOptions } from './input/read-text.ts';
import type { Preset } from './presets/preset.ts';
import type { TimeOptions } from './values/read-time.ts';

/** How a file is written, and what its columns mean. */
export type FileOptions = TextOptions &
  TimeOptions & {
    delimiter?: string | undefined;
    decimalComma?: boolean | undefined;
    preset?: Preset | undefined;
    /** Columns by field. */
    map?: ReadonlyMap<string, string> | undefined;
    /** Values of all rows, by field. */
    set?: ReadonlyMap<string, string> | undefined;
  };

/** Columns that are not named count as unneeded. */
export function isMapping({ map, preset }: FileOptions): boolean {
  return preset !== undefined || (map !== undefined && map.size > 0);
}
