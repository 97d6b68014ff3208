import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Where the embedded PostgreSQL keeps the clusters that its account cannot reach in their data directories. */
const PLACES = '/var/lib/outturn';

/** Removes those whose data directories are in a folder. */
export function removePlacesOf(folder: string): void {
  for (const place of placesOf(folder)) rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

function placesOf(folder: string): string[] {
  try {
    const places = readdirSync(PLACES).map((name) => path.join(PLACES, name));
    return places.filter((place) => ownerOf(place).startsWith(`${folder}${path.sep}`));
  } catch {
    return []; // There is none, or this user may not look.
  }
}

function ownerOf(place: string): string {
  try {
    return readFileSync(path.join(place, 'data-dir'), 'utf8');
  } catch {
    return '';
  }
}
