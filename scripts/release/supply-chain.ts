import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

type Licence = { license?: { id?: string; name?: string }; expression?: string };
type Component = { group?: string; name: string; version: string; licenses?: Licence[] };

/** Writes a CycloneDX document of all packages that build or run the product, and their licences as a table. */
export function writeBillOfMaterials(folder: string, version: string): void {
  const bill = path.join(folder, `outturn-${version}.cdx.json`);
  const args = ['sbom', '--prod', '--sbom-format=cyclonedx', '--sbom-type=application', `--out=${bill}`];
  execFileSync('pnpm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const document: { metadata: object; components: Component[] } = JSON.parse(readFileSync(bill, 'utf8'));
  // pnpm names the root package.
  const ref = `pkg:npm/outturn@${version}`;
  const component = { type: 'application', name: 'outturn', version, purl: ref, 'bom-ref': ref };
  const text = JSON.stringify({ ...document, metadata: { ...document.metadata, component } }, null, 2);
  writeFileSync(bill, text.replaceAll(`pkg:npm/%40outturn/repository@${version}`, ref));
  const rows = document.components.map((component) => {
    const licence = licenceOf(component);
    const name = [component.group, component.name].filter(Boolean).join('/');
    if (!licence) throw new Error(`${name} ${component.version} names no licence.`);
    return `${name},${component.version},${licence}`;
  });
  const table = ['package,version,licence', ...rows.sort()].join('\n');
  writeFileSync(path.join(folder, `outturn-${version}-licences.csv`), `${table}\n`);
}

function licenceOf({ licenses = [] }: Component): string {
  return licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND ');
}

/** Writes `SHA256SUMS` for `sha256sum --check`. */
export function writeChecksums(folder: string): void {
  const lines = readdirSync(folder)
    .sort()
    .map((file) => {
      const sum = createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex');
      return `${sum}  ${file}\n`;
    });
  writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
}
