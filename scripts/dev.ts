// Runs gateway and dashboard from their sources under one address, and reloads them when the sources change.
//
//   npm run dev      PORT, HOST and the gateway's other settings as for `npm start`; the data is the same too
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { withoutSecrets } from './dependencies.mjs';

const root = path.dirname(import.meta.dirname);
const port = process.env.PORT || '3000';
const gatewayPort = String(await freePort());

const processes = [
  // Vite stands in front and passes on what is the gateway's, so links name its address.
  run(['--watch', 'apps/gateway/src/cli/main.ts', 'serve'], root, {
    ...process.env,
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
    HOST: '127.0.0.1',
    PORT: gatewayPort,
  }),
  run(
    ['node_modules/vite/bin/vite.js', `--host=${process.env.HOST || 'localhost'}`, `--port=${port}`],
    path.join(root, 'apps/dashboard'),
    { ...withoutSecrets(process.env), OUTTURN_URL: `http://127.0.0.1:${gatewayPort}` },
  ),
];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll);
const ends = processes.map((child) => once(child, 'exit'));
// When one ends, the other ends too.
const [code] = await Promise.race(ends);
endAll();
await Promise.all(ends);
process.exitCode = code ?? 0;

function run(args: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { cwd, env, stdio: 'inherit' });
}

function endAll(): void {
  for (const child of processes) child.kill();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
