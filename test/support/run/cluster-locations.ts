import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LOCATIONS } from '@outturn/embedded-postgres';

/** Removes the locations of clusters whose data directories are in a folder. */
export function removeLocationsOf(folder: string): void {
  for (const location of locationsOf(folder))
    rmSync(location, { recursive: true, force: true, maxRetries: 5 });
}

function locationsOf(folder: string): string[] {
  try {
    const locations = readdirSync(LOCATIONS).map((name) => path.join(LOCATIONS, name));
    return locations.filter((location) => dataDirOf(location).startsWith(`${folder}${path.sep}`));
  } catch {
    return []; // There is none, or this user may not look.
  }
}

function dataDirOf(location: string): string {
  try {
    return readFileSync(path.join(location, 'data-dir'), 'utf8');
  } catch {
    return '';
  }
}
