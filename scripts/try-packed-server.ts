// Installs the packed server into an empty folder as its users do, and starts it once:
// node scripts/try-packed-server.ts TARBALL FOLDER
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [tarball = '', folder = ''] = process.argv.slice(2);
writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
// pnpm takes the packages of the server from its store, where the installation of this repository has put them.
const install = ['add', '--ignore-workspace', '--ignore-scripts', '--prefer-offline', tarball];
execFileSync('pnpm', install, { cwd: folder, stdio: 'inherit' });

const { PATH, HOME } = process.env;
const server = spawn(process.execPath, [path.join(folder, 'node_modules/outturn/dist/launcher.js')], {
  cwd: folder,
  env: { PATH, HOME, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
try {
  const port = await readyPort();
  const page = await fetch(`http://127.0.0.1:${port}/`);
  assert.match(await page.text(), /<script type="module"/);
  for (const file of ['readyz', 'v1/openapi.json', 'docs/viewer.js']) {
    assert.equal((await fetch(`http://127.0.0.1:${port}/${file}`)).status, 200, file);
  }
} finally {
  server.kill();
}
const [code] = await ended;
assert.equal(code, 0, `The server ended with ${code}.`);

/** Resolves to the port when the server says that it is ready. */
async function readyPort(): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    process.stdout.write(`${line}\n`);
    const port = line.match(/"port":(\d+).*is ready/)?.[1];
    if (port) {
      // A full pipe would stop the server.
      server.stdout.resume();
      return port;
    }
  }
  throw new Error('The server ended before it was ready.');
}
