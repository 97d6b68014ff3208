// Writes docs/screenshots: every page in light, dark and narrow, with demo data, from a gateway of its own.
// Run it with: node scripts/run.mjs test/browser/screenshots.ts
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { startGateway } from '../support/gateway.ts';
import { buildProgram } from '../support/program.ts';
import { chromiumPath } from './support/chromium-path.ts';
import { seedDemo } from './support/demo.ts';
import { everyPage, type PageToSee, publicPages } from './support/every-page.ts';
import { launch } from './support/launch.ts';
import { open } from './support/settled.ts';
import { apiOf, mintKey, signUp, visit } from './support/visitor.ts';

const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');
/** Screenshots are part of the repository, so larger ones are written as JPEG. */
const MAX_SIZE = 150_000;

const looks = [
  { look: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { look: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { look: 'narrow', colorScheme: 'light', viewport: { width: 380, height: 800 } },
] as const;

if (!chromiumPath) throw new Error('No chromium here. Install it, or name it in CHROMIUM.');
const dataDir = await mkdtemp(path.join(tmpdir(), 'outturn-screenshots-'));
const postgres = await startEmbeddedPostgres({ dataDir });
await buildProgram();
const gateway = await startGateway(postgres.url, { DEFAULT_PLAN: 'unlimited' });
const browser = await launch(chromiumPath);
try {
  const owner = await visit(browser, gateway.url);
  await signUp(owner);
  const key = await mintKey(owner);
  await seedDemo(gateway.url, key, { days: 180, sessions: 60 });
  await apiOf(gateway.url, key).reports.save.mutate({
    name: 'Weekly ROI',
    description: 'Cost and revenue of every agent.',
    view: {
      question: {
        window: { last: 7, unit: 'day' },
        totals: ['revenue', 'cost', 'roi'],
        by: { groups: { dimension: 'agent', totals: ['revenue', 'cost', 'roi'] } },
      },
    },
  });
  const session = await owner.page.context().storageState();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { look, ...options } of looks) {
    const visitor = await visit(browser, gateway.url, { ...options, storageState: session });
    const stranger = await visit(browser, gateway.url, options);
    for (const each of everyPage) await picture(visitor.page, each, look);
    for (const each of publicPages) await picture(stranger.page, each, look);
    await visitor.close();
    await stranger.close();
  }
} finally {
  await browser.close();
  await gateway.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function picture(page: Parameters<typeof open>[0], each: PageToSee, look: string) {
  await open(page, each);
  const file = path.join(folder, `${each.name}-${look}`);
  await page.screenshot({ path: `${file}.png` });
  if ((await stat(`${file}.png`)).size <= MAX_SIZE) return;
  await rm(`${file}.png`);
  await page.screenshot({ path: `${file}.jpg`, quality: 80 });
}
