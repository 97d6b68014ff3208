// Writes the built-in prices, or a file for PRICE_BOOK: npm run prices -- [FILE] [--package VERSION]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parsePriceFile } from '../packages/service/src/price-book/price-file.ts';
import { readProviders } from './prices/read-providers.ts';
import { toPriceFile, writePriceFile } from './prices/to-price-file.ts';

const NAME = '@pydantic/genai-prices';
const builtIn = path.join(import.meta.dirname, '../packages/service/src/price-book/built-in-prices.json');
const usage = 'Usage: npm run prices -- [FILE] [--package VERSION]';

try {
  main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { package: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help || positionals.length > 1) throw new Error(usage);
  const file = positionals[0] ?? builtIn;
  const folder = mkdtempSync(path.join(tmpdir(), 'outturn-prices-'));
  try {
    const manifest = values.package === undefined ? installed() : download(values.package, folder);
    const { version, module } = JSON.parse(readFileSync(manifest, 'utf8'));
    const read = (file: string) => readFileSync(path.join(path.dirname(manifest), file), 'utf8');
    const licence = read('LICENSE').trim();
    const about = { package: NAME, version, publishedOn: publishedOn(version), licence };
    const text = writePriceFile(toPriceFile(readProviders(read(module)), about));
    const { providers } = parsePriceFile(text);
    writeFileSync(file, text);
    const models = providers.flatMap((provider) => provider.models);
    const priced = models.filter(({ prices }) => prices.length > 0).length;
    process.stdout.write(
      `${path.relative(process.cwd(), file)}: ${NAME} ${version} of ${about.publishedOn}, ${models.length} models of ${providers.length} providers, ${priced} with prices\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The package of the lock file. */
function installed(): string {
  return manifestOf(import.meta.resolve('@pydantic/genai-prices'));
}

function download(version: string, folder: string): string {
  execFileSync(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', `${NAME}@${version}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return manifestOf(pathToFileURL(createRequire(`${folder}/`).resolve(NAME)).href);
}

function manifestOf(module: string): string {
  const manifest = findPackageJSON(module);
  if (manifest === undefined) throw new Error(`${NAME} has no package.json.`);
  return manifest;
}

/** The data hold no date, so this asks the registry. */
function publishedOn(version: string): string {
  const times = JSON.parse(
    execFileSync('npm', ['view', `${NAME}@${version}`, 'time', '--json'], { encoding: 'utf8' }),
  );
  const [day] = String(times[version]).split('T');
  if (!day) throw new Error(`The registry has no date for ${NAME} ${version}.`);
  return day;
}
