type Package = { name: string; version: string; license: string; licenseText?: string };

/** Licences that require attribution only. An expression of several has to be judged and listed as it is. */
const permissive = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Returns the licence texts of the packages in a bundle. Throws for a licence with conditions on distribution. */
export function thirdPartyLicences(packages: readonly Package[]): string {
  const refused = packages.filter(({ license }) => !permissive.includes(license));
  const list = refused.map(({ name, version, license }) => `${name} ${version}: ${license || 'no licence'}`);
  if (list.length > 0)
    throw new Error(`Not among the licences in scripts/third-party-licences.ts:\n${list.join('\n')}`);
  const texts = packages.map(({ name, version, license, licenseText = '' }) => {
    const text = licenseText.trim() || 'The package holds no licence text.';
    return `## ${name} ${version} (${license})\n\n${text}\n`;
  });
  return texts.join('\n');
}
