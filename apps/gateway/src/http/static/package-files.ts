import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

const manifest = findPackageJSON(import.meta.url) ?? '';
const { files } = JSON.parse(readFileSync(manifest, 'utf8')).config;

/** Files outside of the bundle. The manifest names them, because the repository and the npm package keep them in different places. */
export const apiReferenceFile = inPackage(files.apiReference);
export const dashboardFolder = inPackage(files.dashboard);
export const guidesFolder = inPackage(files.guides);

function inPackage(file: string): string {
  return path.resolve(manifest, '..', file);
}
